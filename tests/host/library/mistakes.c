/* A program with mistakes on marked lines, in two contexts and another thread: prints what is
 * found, with the marks' lines as numbers. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <workbench.h>

#define CHECK(call) check(call, #call)
static void check(workbench_status status, const char *call) {
  if (status == WORKBENCH_OK) return;
  printf("%s: %s\n", call, workbench_error_text());
  exit(1);
}

static workbench_buffer *floats(workbench_context *context, const char *name, workbench_side side) {
  const workbench_buffer_options options = {
      .size = sizeof options, .name = name, .type = "float", .count = 4, .side = side};
  workbench_buffer *buffer;
  CHECK(workbench_buffer_new(context, &options, &buffer));
  return buffer;
}

static void keep_print(void *data, const char *text, size_t length) { strncat(data, text, length); }

/* The context is opened by a thread that ends at once. */
static workbench_host *host;
static void *open_context(void *data) {
  const workbench_context_options second = {.size = sizeof second, .api = "emulator", .id = 1};
  CHECK(workbench_context_new(host, &second, (workbench_context **)data));
  return NULL;
}

static workbench_kernel *new_kernel(workbench_context *context) {
  const workbench_program_options text = {.size = sizeof text,
                                          .file = "shift.cl",
                                          .source =
                                              "__kernel void shift(__global float *a) {\n"
                                              "  size_t i = get_global_id(0);\n"
                                              "  if (i == 3) printf(\"item %d\\n\", (int)i);\n"
                                              "  a[i + 1] = 1;\n"
                                              "}\n"};
  workbench_program *program;
  workbench_kernel *kernel;
  CHECK(workbench_program_new(context, &text, &program));
  CHECK(workbench_kernel_new(program, NULL, &kernel));
  return kernel;
}

int main(void) {
  char printed[100] = "";
  const workbench_options options = {.size = sizeof options, .print = keep_print, .data = printed};
  workbench_context *first, *second;
  workbench_buffer *memory, *mapping;
  workbench_event *begun, *ended;
  workbench_times a = {.size = sizeof a}, b = {.size = sizeof b};
  pthread_t thread;
  float *elements, zero = 0;
  char *text;
  int done;
  CHECK(workbench_open(&options, &host));
  CHECK(workbench_context_new(host, NULL, &first));
  pthread_create(&thread, NULL, open_context, &second);
  pthread_join(thread, NULL);
  workbench_queue *queue = workbench_context_queue(first), *other = workbench_context_queue(second);
  workbench_buffer *device = floats(first, "device", WORKBENCH_DEVICE);
  workbench_buffer *far = floats(second, NULL, WORKBENCH_DEVICE); /* made */
  memory = floats(first, "memory", WORKBENCH_HOST);

  CHECK(workbench_event_new(first, &begun));
  CHECK(workbench_event_new(first, &ended));
  CHECK(workbench_record(queue, begun));
  CHECK(workbench_fill(queue, device, &zero, sizeof zero));
  CHECK(workbench_record(queue, ended));
  CHECK(workbench_wait_for(queue, ended));
  const workbench_argument argument = workbench_buffer_argument(device);
  const workbench_launch_options launch = {
      .size = sizeof launch, .grid = {4}, .arguments = &argument, .argument_count = 1};
  CHECK(workbench_launch(queue, new_kernel(first), &launch));                  /* launches */
  CHECK(workbench_copy(queue, memory, device));                                /* copies */
  CHECK(workbench_elements(memory, WORKBENCH_READ, 0, 1, (void **)&elements)); /* races */
  CHECK(workbench_event_synchronize(ended));
  CHECK(workbench_event_is_done(ended, &done));
  CHECK(workbench_event_times(begun, &a));
  CHECK(workbench_event_times(ended, &b));
  CHECK(workbench_context_synchronize(first));
  printf("done %d, in order %d, printed %s", done, a.end_ns <= b.end_ns && b.queued_ns <= b.end_ns,
         printed);

  const workbench_status strayed = workbench_copy(queue, far, memory); /* strays */
  if (strayed == WORKBENCH_OK) printf("a wrong context is taken\n");
  CHECK(workbench_fill(other, far, &zero, sizeof zero));
  CHECK(workbench_map(other, far, WORKBENCH_READ_WRITE, &mapping));
  CHECK(workbench_elements(mapping, WORKBENCH_READ_WRITE, 0, 4, (void **)&elements));
  elements[3] = 3;
  CHECK(workbench_unmap(mapping));
  float back[4];
  CHECK(workbench_read(other, far, back, sizeof back));
  printf("mapped: %g\n", back[3]);
  CHECK(workbench_buffer_release(device));
  CHECK(workbench_buffer_release(memory));
  CHECK(workbench_fill(other, far, &zero, sizeof zero)); /* forgotten */
  CHECK(workbench_finish(host));
  CHECK(workbench_findings_text(host, &text));
  printf("%s", text);
  workbench_text_free(text);
  for (size_t i = 0; i < workbench_finding_count(host); i++) {
    workbench_finding f = {.size = sizeof f};
    CHECK(workbench_finding_get(host, i, &f));
    printf("%s %s line %u, other %u, kernel '%s' %s %u:%u, %s, %d times\n",
           f.severity == WORKBENCH_ERROR ? "error" : "warning", f.kind, f.line, f.other_line,
           f.kernel, f.kernel_file, f.kernel_line, f.kernel_column, f.array, (int)f.count);
  }
  workbench_close(host);
  return 0;
}
