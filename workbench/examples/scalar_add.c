/* The whole of a program in C: allocate, fill, copy, launch, copy back, wait.
 *
 *   cc scalar_add.c $(pkg-config --cflags --libs workbench) -o scalar_add && ./scalar_add
 *
 * WORKBENCH_DEVICE=opencl runs it on a device; docs/libworkbench.md explains it. */
#include <stdio.h>
#include <stdlib.h>
#include <workbench.h>

enum { COUNT = 20 };

static const char SOURCE[] =
    "__kernel void scalar_add(__global float *data, uint size, float scalar) {\n"
    "  size_t i = get_global_id(0);\n"
    "  if (i < size) data[i] += scalar;\n"
    "}\n";

/* What a program of this size does about every error. */
static void check(workbench_status status) {
  if (status == WORKBENCH_OK) return;
  fprintf(stderr, "scalar_add: %s\n", workbench_error_text());
  exit(1);
}

static workbench_buffer *new_buffer(workbench_context *context, const char *name,
                                    workbench_side side) {
  const workbench_buffer_options options = {
      .size = sizeof options, .name = name, .type = "float", .count = COUNT, .side = side};
  workbench_buffer *buffer;
  check(workbench_buffer_new(context, &options, &buffer));
  return buffer;
}

static workbench_kernel *new_kernel(workbench_context *context) {
  const workbench_program_options options = {
      .size = sizeof options, .file = "scalar_add.cl", .source = SOURCE};
  workbench_program *program;
  workbench_kernel *kernel;
  check(workbench_program_new(context, &options, &program));
  check(workbench_kernel_new(program, "scalar_add", &kernel));
  return kernel;
}

static void add(workbench_queue *queue, workbench_kernel *kernel, workbench_buffer *data,
                float scalar) {
  const workbench_argument arguments[] = {workbench_buffer_argument(data), workbench_uint(COUNT),
                                          workbench_float(scalar)};
  const workbench_launch_options options = {.size = sizeof options,
                                            .grid = {1},
                                            .block = {COUNT},
                                            .arguments = arguments,
                                            .argument_count = 3};
  check(workbench_launch(queue, kernel, &options));
}

static void run(workbench_host *host) {
  workbench_context *context;
  float *elements;
  check(workbench_context_new(host, NULL, &context));
  workbench_queue *queue = workbench_context_queue(context);
  workbench_buffer *numbers = new_buffer(context, "numbers", WORKBENCH_HOST);
  workbench_buffer *data = new_buffer(context, "data", WORKBENCH_DEVICE);

  check(workbench_elements(numbers, WORKBENCH_WRITE, 0, COUNT, (void **)&elements));
  for (int i = 0; i < COUNT; i++) elements[i] = (float)i;
  check(workbench_copy(queue, data, numbers));
  add(queue, new_kernel(context), data, 20.0f);
  check(workbench_copy(queue, numbers, data));
  check(workbench_synchronize(queue));

  check(workbench_elements(numbers, WORKBENCH_READ, 0, COUNT, (void **)&elements));
  printf("%.1f %.1f\n", elements[0], elements[COUNT - 1]);
  check(workbench_buffer_release(data));
  check(workbench_buffer_release(numbers));
}

/* What was found goes to standard error, as a compiler's words do. */
static int report(workbench_host *host) {
  char *text;
  check(workbench_findings_text(host, &text));
  fputs(text, stderr);
  workbench_text_free(text);
  return workbench_finding_count(host) > 0;
}

int main(void) {
  workbench_host *host;
  check(workbench_open(NULL, &host));
  run(host);
  check(workbench_finish(host));
  const int found = report(host);
  workbench_close(host);
  return found;
}
