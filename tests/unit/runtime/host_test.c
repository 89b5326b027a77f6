/* Host programs on the emulator: what they compute, and what is told of their mistakes. */
#include "runtime/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/file.h"
#include "tap.h"

/* A program: `line` is where it is. */
struct program {
  struct wb_host *host;
  struct wb_host_context *context;
  struct wb_host_queue *queue;
  uint32_t line;
};

static void locate(void *data, struct wb_host_site *site) {
  const struct program *program = data;
  snprintf(site->file, sizeof site->file, "program.lua");
  site->line = program->line;
}

static void begin(struct program *program) {
  static const struct wb_host_context_options here = {.id = -1};
  const struct wb_host_options options = {.cancel_fd = -1, .locate = locate, .data = program};
  struct wb_error err = {0};
  memset(program, 0, sizeof *program);
  CHECK_INT(wb_host_new(&options, &program->host, &err), WB_OK);
  program->line = 1;
  CHECK_INT(wb_host_context_new(program->host, &here, &program->context, &err), WB_OK);
  program->queue = wb_host_context_queue(program->context);
}

static struct wb_host_buffer *make(struct program *program, uint32_t line, enum wb_host_side side,
                                   uint64_t count) {
  const struct wb_host_buffer_options options = {
      .type = {WB_FLOAT, 1}, .count = count, .side = side, .access = WB_BUFFER_READ_WRITE};
  struct wb_host_buffer *buffer = NULL;
  program->line = line;
  CHECK_INT(wb_host_buffer_new(program->context, &options, &buffer, NULL), WB_OK);
  return buffer;
}

static float *touch(struct program *program, uint32_t line, struct wb_host_buffer *buffer,
                    enum wb_access access) {
  struct wb_host_buffer_info info;
  void *bytes = NULL;
  wb_host_buffer_info(buffer, &info);
  program->line = line;
  CHECK_INT(wb_host_buffer_touch(buffer, 0, info.count, access, &bytes, NULL), WB_OK);
  return bytes;
}

static void count_up(struct program *program, uint32_t line, struct wb_host_buffer *buffer) {
  struct wb_host_buffer_info info;
  float *numbers = touch(program, line, buffer, WB_ACCESS_WRITE);
  wb_host_buffer_info(buffer, &info);
  for (uint64_t i = 0; i < info.count; i++) numbers[i] = (float)i;
}

static void copy(struct program *program, uint32_t line, struct wb_host_queue *queue,
                 struct wb_host_buffer *to, struct wb_host_buffer *from) {
  program->line = line;
  CHECK_INT(wb_host_copy(queue, to, from, NULL), WB_OK);
}

static const char TEXT[] =
    "__kernel void scalar_add(__global float *a, int n, float value) {\n"
    "  int i = get_global_id(0);\n"
    "  if (i < n) a[i] += value;\n"
    "}\n";

static struct wb_host_function *compile(struct program *program, const char *text) {
  const struct wb_host_compile_options options = {
      .source = text, .length = strlen(text), .file_name = "scalar_add.cl"};
  struct wb_host_function *function = NULL;
  struct wb_error err = {0};
  CHECK_INT(wb_host_compile(program->context, &options, &function, NULL, &err), WB_OK);
  return function;
}

static struct wb_host_arg buffer_arg(struct wb_host_buffer *buffer) {
  return (struct wb_host_arg){.kind = WB_HOST_BUFFER_ARG, .buffer = buffer};
}

static struct wb_host_arg value_arg(enum wb_scalar scalar, const void *value, size_t bytes) {
  struct wb_host_arg arg = {.kind = WB_HOST_VALUE_ARG, .type = {scalar, 1}, .bytes = bytes};
  memcpy(arg.value, value, bytes);
  return arg;
}

static void add(struct program *program, uint32_t line, struct wb_host_queue *queue,
                struct wb_host_function *function, struct wb_host_buffer *buffer, int n,
                float value, size_t grid) {
  const struct wb_host_arg args[] = {buffer_arg(buffer), value_arg(WB_INT, &n, sizeof n),
                                     value_arg(WB_FLOAT, &value, sizeof value)};
  const struct wb_host_launch launch = {
      .dimensions = 1, .global = {grid}, .local = {grid}, .args = args, .n_args = 3};
  program->line = line;
  CHECK_INT(wb_host_launch(queue, function, &launch, NULL), WB_OK);
}

static void synchronize(struct program *program, uint32_t line) {
  struct wb_error err = {0};
  program->line = line;
  CHECK_INT(wb_host_synchronize_context(program->context, &err), WB_OK);
}

/* The findings as "line kind[ other]; …", in their order. */
static const char *findings(const struct program *program, char *text, size_t size) {
  size_t count = 0, length = 0;
  const struct wb_finding *items = wb_host_findings(program->host, &count);
  text[0] = '\0';
  for (size_t i = 0; i < count && length < size; i++) {
    const uint32_t line = items[i].host_line > 0 ? items[i].host_line : items[i].line;
    length += (size_t)snprintf(text + length, size - length, "%s%u %s", i > 0 ? "; " : "", line,
                               wb_finding_kind_name(items[i].kind));
    if (items[i].other.line > 0 && length < size)
      length += (size_t)snprintf(text + length, size - length, " %u", items[i].other.line);
  }
  return text;
}

static void end(struct program *program, const char *expected) {
  char text[1024];
  CHECK_STRING(findings(program, text, sizeof text), expected);
  wb_host_free(program->host);
}

static void the_program_of_the_guide_runs(void) {
  struct program p;
  begin(&p);
  struct wb_host_buffer *host = make(&p, 2, WB_HOST_SIDE, 20);
  synchronize(&p, 3);
  count_up(&p, 4, host);
  struct wb_host_buffer *device = make(&p, 5, WB_DEVICE_SIDE, 20);
  copy(&p, 6, p.queue, device, host);
  struct wb_host_function *function = compile(&p, TEXT);
  add(&p, 7, p.queue, function, device, 20, 20.0f, 20);
  copy(&p, 8, p.queue, host, device);
  synchronize(&p, 9);
  const float *numbers = touch(&p, 10, host, WB_ACCESS_READ);
  bool right = true;
  for (int i = 0; i < 20; i++) right = right && numbers[i] == (float)i + 20.0f;
  CHECK(right);
  wb_host_buffer_drop(host);
  wb_host_buffer_drop(device);
  CHECK_INT(wb_host_finish(p.host, false, NULL), WB_OK);
  end(&p, "");
}

static void reading_before_waiting_is_told_and_never_right(void) {
  struct program p;
  begin(&p);
  struct wb_host_buffer *host = make(&p, 2, WB_HOST_SIDE, 4);
  struct wb_host_buffer *device = make(&p, 3, WB_DEVICE_SIDE, 4);
  count_up(&p, 4, host);
  copy(&p, 5, p.queue, device, host);
  copy(&p, 6, p.queue, host, device);
  const float *numbers = touch(&p, 7, host, WB_ACCESS_READ);
  CHECK(numbers[1] != 1.0f);
  synchronize(&p, 8);
  numbers = touch(&p, 9, host, WB_ACCESS_READ);
  CHECK(numbers[1] == 1.0f);
  end(&p, "7 host-race 6");
}

static void writing_a_pending_source_is_told_and_sends_what_was_written(void) {
  struct program p;
  begin(&p);
  struct wb_host_buffer *host = make(&p, 2, WB_HOST_SIDE, 4), *back = make(&p, 2, WB_HOST_SIDE, 4);
  struct wb_host_buffer *device = make(&p, 3, WB_DEVICE_SIDE, 4);
  count_up(&p, 4, host);
  copy(&p, 5, p.queue, device, host);
  touch(&p, 6, host, WB_ACCESS_WRITE)[1] = 7.0f;
  copy(&p, 7, p.queue, back, device);
  synchronize(&p, 8);
  CHECK(touch(&p, 9, back, WB_ACCESS_READ)[1] == 7.0f);
  end(&p, "6 host-race 5");
}

static void two_queues_need_an_event(bool with_event) {
  struct program p;
  struct wb_host_queue *second = NULL;
  struct wb_host_event *event = NULL;
  begin(&p);
  CHECK_INT(wb_host_queue_new(p.context, &second, NULL), WB_OK);
  CHECK_INT(wb_host_event_new(p.context, &event, NULL), WB_OK);
  struct wb_host_buffer *host = make(&p, 2, WB_HOST_SIDE, 4);
  struct wb_host_buffer *device = make(&p, 3, WB_DEVICE_SIDE, 4);
  count_up(&p, 4, host);
  copy(&p, 5, p.queue, device, host);
  p.line = 6;
  if (with_event) {
    CHECK_INT(wb_host_record(p.queue, event, NULL), WB_OK);
    CHECK_INT(wb_host_wait_event(second, event, NULL), WB_OK);
  }
  struct wb_host_buffer *back = make(&p, 6, WB_HOST_SIDE, 4);
  copy(&p, 7, second, back, device);
  synchronize(&p, 8);
  if (with_event) CHECK(touch(&p, 9, back, WB_ACCESS_READ)[1] == 1.0f);
  size_t count = 0;
  const struct wb_finding *items = wb_host_findings(p.host, &count);
  bool raced = false;
  for (size_t i = 0; i < count; i++) raced = raced || items[i].kind == WB_QUEUE_RACE;
  CHECK(raced == !with_event);
  if (with_event) CHECK_INT(count, 0);
  wb_host_free(p.host);
}

static void queues_race_without_an_event(void) { two_queues_need_an_event(false); }
static void queues_with_an_event_do_not(void) { two_queues_need_an_event(true); }

static void a_kernels_finding_has_the_line_of_its_launch(void) {
  struct program p;
  begin(&p);
  struct wb_host_buffer *device = make(&p, 3, WB_DEVICE_SIDE, 4);
  struct wb_host_function *function = compile(&p, TEXT);
  add(&p, 7, p.queue, function, device, 8, 1.0f, 8);
  synchronize(&p, 8);
  size_t count = 0;
  const struct wb_finding *items = wb_host_findings(p.host, &count);
  CHECK(count >= 1);
  for (size_t i = 0; i < count; i++) CHECK_INT(items[i].host_line, 7);
  wb_host_free(p.host);
}

/* The next program finds nothing of the one before, on the same worker. */
static void a_host_takes_over_the_devices_of_the_one_before(void) {
  static const struct wb_host_context_options here = {.id = -1};
  struct program p;
  struct wb_host *before = NULL;
  size_t count = 0;
  begin(&p);
  for (int run = 0; run < 3; run++) {
    struct wb_host_buffer *host = make(&p, 2, WB_HOST_SIDE, 100);
    struct wb_host_buffer *device = make(&p, 3, WB_DEVICE_SIDE, 100);
    struct wb_host_function *function = compile(&p, TEXT);
    CHECK(touch(&p, 4, make(&p, 4, WB_HOST_SIDE, 2), WB_ACCESS_READ)[0] != 42.0f);
    wb_host_findings(p.host, &count);
    CHECK_INT(count, 1); /* that nobody wrote it */
    count_up(&p, 5, host);
    copy(&p, 6, p.queue, device, host);
    add(&p, 7, p.queue, function, device, 100, 40.0f, 100);
    copy(&p, 8, p.queue, host, device);
    synchronize(&p, 9);
    CHECK(touch(&p, 10, host, WB_ACCESS_READ)[2] == 42.0f);
    struct wb_host_counts counts;
    wb_host_counts(p.host, &counts);
    CHECK_INT(counts.launches, 1);
    CHECK_INT(wb_host_finish(p.host, false, NULL), WB_OK);
    before = p.host;
    const struct wb_host_options options = {.cancel_fd = -1, .locate = locate, .data = &p};
    CHECK_INT(wb_host_new_after(&options, before, &p.host, NULL), WB_OK);
    CHECK_INT(wb_host_context_new(p.host, &here, &p.context, NULL), WB_OK);
    p.queue = wb_host_context_queue(p.context);
    wb_host_findings(p.host, &count);
    CHECK_INT(count, 0);
  }
  wb_host_free(p.host);
}

static long page_faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/* Of 4 MiB each time, which are 1,024 pages. */
static void memory_of_host_buffers_is_used_again(void) {
  enum { COUNT = 1 << 20, ROUNDS = 20, FEW = 1024 };
  struct program p;
  long before = 0;
  begin(&p);
  for (int round = 0; round < ROUNDS; round++) {
    struct wb_host_buffer *buffer = make(&p, 2, WB_HOST_SIDE, COUNT);
    const float *numbers = touch(&p, 3, buffer, WB_ACCESS_READ);
    uint32_t first;
    memcpy(&first, numbers, sizeof first);
    CHECK_INT(first, 0xA5A5A5A5); /* nothing of what was there */
    count_up(&p, 4, buffer);
    CHECK_INT(wb_host_buffer_release(buffer, NULL), WB_OK);
    wb_host_buffer_drop(buffer);
    if (round == 0) before = page_faults();
  }
  CHECK(page_faults() - before < FEW);
  /* Of many sizes it is not all kept. */
  for (uint64_t size = 1; size <= 40; size++) {
    struct wb_host_buffer *buffer = make(&p, 5, WB_HOST_SIDE, size * COUNT);
    CHECK_INT(wb_host_buffer_release(buffer, NULL), WB_OK);
    wb_host_buffer_drop(buffer);
  }
  size_t count = 0;
  const struct wb_finding *findings = wb_host_findings(p.host, &count);
  CHECK_INT(count, 1);
  CHECK_INT(findings[0].kind, WB_UNINITIALIZED_READ);
  CHECK_INT(findings[0].count, ROUNDS);
  wb_host_free(p.host);
}

int main(void) {
  tap_run("the program of the guide runs", the_program_of_the_guide_runs);
  tap_run("reading before waiting is told, and never right",
          reading_before_waiting_is_told_and_never_right);
  tap_run("writing a pending source is told, and sends what was written",
          writing_a_pending_source_is_told_and_sends_what_was_written);
  tap_run("queues race without an event", queues_race_without_an_event);
  tap_run("queues with an event do not", queues_with_an_event_do_not);
  tap_run("a kernel's finding has the line of its launch",
          a_kernels_finding_has_the_line_of_its_launch);
  tap_run("a host takes over the devices of the one before",
          a_host_takes_over_the_devices_of_the_one_before);
  tap_run("memory of host buffers is used again", memory_of_host_buffers_is_used_again);
  return tap_finish();
}
