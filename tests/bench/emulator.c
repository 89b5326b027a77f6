/* Runs one kernel on the emulator, as peer.c runs it on others: the same
 * command line and the same line of output, with the processor time and the
 * memory that the launch took besides.
 *
 *   bench-emulator [-n LAUNCHES] FILE KERNEL GLOBAL LOCAL ARG...
 *
 * An ARG is uint=N, or a buffer of N elements: float:N that the host has set,
 * out:N of floats that nobody has; bytes:N, out-bytes:N and inout-bytes:N have N
 * bytes, for elements of any type.
 *
 * A launch is measured from the start of its process's work to its end, faults
 * for fresh memory included. The sum at the end of the line is that of the
 * elements (or bytes) of the first buffer that the kernel may write, by which one
 * sees that it did its work. Fails where the kernel is not found clean. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/file.h"
#include "base/str.h"
#include "device/device.h"
#include "emulator/emulator.h"

enum { MAX_ARGS = 8, MAX_LAUNCHES = 101 };

static void must(enum wb_status status, const struct wb_error *err) {
  if (status == WB_OK) return;
  fprintf(stderr, "bench-emulator: %s\n", err->message);
  exit(1);
}

static unsigned parse_sizes(const char *text, size_t sizes[3]) {
  char *end = NULL;
  sizes[0] = strtoul(text, &end, 10);
  sizes[1] = *end == ',' ? strtoul(end + 1, NULL, 10) : 1;
  sizes[2] = 1;
  return *end == ',' ? 2 : 1;
}

/* The first buffer that the kernel may write. */
struct output {
  wb_handle buffer;
  enum wb_scalar type;
  size_t bytes;
};

static void make_buffer(struct wb_device *device, enum wb_scalar type, size_t count,
                        enum wb_buffer_access access, struct wb_arg *arg, struct output *output) {
  struct wb_error err;
  const struct wb_buffer_desc desc = {.name = access == WB_BUFFER_READ_ONLY ? "in" : "out",
                                      .type = {type, 1},
                                      .bytes = count * (type == WB_FLOAT ? sizeof(float) : 1),
                                      .access = access};
  arg->kind = WB_ARG_BUFFER;
  must(wb_buffer_create(device, &desc, &arg->value.buffer, &err), &err);
  if (access != WB_BUFFER_READ_ONLY && output->bytes == 0)
    *output = (struct output){arg->value.buffer, type, desc.bytes};
  if (access == WB_BUFFER_WRITE_ONLY) return;
  unsigned char *bytes = wb_alloc(desc.bytes);
  for (size_t i = 0; i < count && type == WB_FLOAT; i++) {
    const float value = (float)(i % 1000);
    memcpy(bytes + i * sizeof value, &value, sizeof value);
  }
  must(wb_buffer_write(device, arg->value.buffer, 0, bytes, desc.bytes, &err), &err);
  free(bytes);
}

static void make_arg(struct wb_device *device, const char *text, struct wb_arg *arg,
                     struct output *output) {
  size_t count = 0;
  unsigned value = 0;
  *arg = (struct wb_arg){.kind = WB_ARG_SCALAR, .name = text};
  if (sscanf(text, "float:%zu", &count) == 1) {
    make_buffer(device, WB_FLOAT, count, WB_BUFFER_READ_ONLY, arg, output);
  } else if (sscanf(text, "out:%zu", &count) == 1) {
    make_buffer(device, WB_FLOAT, count, WB_BUFFER_WRITE_ONLY, arg, output);
  } else if (sscanf(text, "bytes:%zu", &count) == 1) {
    make_buffer(device, WB_UCHAR, count, WB_BUFFER_READ_ONLY, arg, output);
  } else if (sscanf(text, "out-bytes:%zu", &count) == 1) {
    make_buffer(device, WB_UCHAR, count, WB_BUFFER_WRITE_ONLY, arg, output);
  } else if (sscanf(text, "inout-bytes:%zu", &count) == 1) {
    make_buffer(device, WB_UCHAR, count, WB_BUFFER_READ_WRITE, arg, output);
  } else if (sscanf(text, "uint=%u", &value) == 1) {
    arg->type = (struct wb_dtype){WB_UINT, 1};
    memcpy(arg->value.scalar, &value, sizeof value);
  } else {
    fprintf(stderr, "bench-emulator: bad argument %s\n", text);
    exit(2);
  }
}

static double sum_of(struct wb_device *device, const struct output *output) {
  struct wb_error err;
  double sum = 0;
  unsigned char *bytes = wb_alloc(output->bytes + 1);
  if (output->bytes > 0)
    must(wb_buffer_read(device, output->buffer, 0, bytes, output->bytes, &err), &err);
  for (size_t i = 0; i < output->bytes && output->type != WB_FLOAT; i++) sum += bytes[i];
  for (size_t i = 0; i < output->bytes && output->type == WB_FLOAT; i += sizeof(float)) {
    float value;
    memcpy(&value, bytes + i, sizeof value);
    sum += (double)value;
  }
  free(bytes);
  return sum;
}

static double processor_ms(void) {
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
         (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static double launch_ms(struct wb_device *device, const struct wb_launch *launch) {
  struct wb_outcome outcome;
  struct wb_error err;
  wb_outcome_init(&outcome);
  must(wb_device_launch(device, launch, &outcome, &err), &err);
  must(wb_device_finish(device, &err), &err);
  if (outcome.kind != WB_OUTCOME_DONE || outcome.n_findings > 0) {
    fprintf(stderr, "bench-emulator: not clean: %s\n",
            outcome.n_findings > 0 ? outcome.findings[0].message : outcome.detail);
    exit(1);
  }
  double ms = (double)outcome.time_ns / 1e6;
  wb_outcome_release(&outcome);
  return ms;
}

static int by_size(const void *a, const void *b) {
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static wb_handle build(struct wb_device *device, const char *path, double *ms) {
  struct wb_str source;
  struct wb_error err;
  struct wb_build_result result;
  wb_str_init(&source);
  must(wb_file_read(path, 1 << 20, &source, &err), &err);
  const struct wb_build_request request = {.source = source.data,
                                           .length = source.length,
                                           .file_name = path,
                                           .options = "",
                                           .time_limit_ms = 10000};
  wb_build_result_init(&result);
  must(wb_device_build(device, &request, &result, &err), &err);
  wb_handle program = result.program;
  *ms = (double)result.time_ns / 1e6;
  wb_build_result_release(&result);
  wb_str_release(&source);
  return program;
}

int main(int argc, char **argv) {
  struct wb_device *device = NULL;
  struct wb_error err;
  struct wb_arg args[MAX_ARGS];
  double times[MAX_LAUNCHES], build_ms;
  struct output output = {0};
  int launches = 1;
  if (argc > 2 && strcmp(argv[1], "-n") == 0) {
    launches = atoi(argv[2]);
    argv += 2;
    argc -= 2;
  }
  if (argc < 5 || argc - 5 > MAX_ARGS || launches < 1 || launches > MAX_LAUNCHES) {
    fprintf(stderr, "usage: bench-emulator [-n LAUNCHES] FILE KERNEL GLOBAL LOCAL ARG...\n");
    return 2;
  }
  must(wb_emulator_open("emulator", &device, &err), &err);
  struct wb_launch launch = {
      .kernel = argv[2],
      .args = args,
      .n_args = (size_t)argc - 5,
      .limits = {.time_ms = 600000, .memory_bytes = 2ULL << 30, .output_bytes = 4096}};
  launch.program = build(device, argv[1], &build_ms);
  launch.dimensions = parse_sizes(argv[3], launch.global);
  parse_sizes(argv[4], launch.local);
  for (int i = 5; i < argc; i++) make_arg(device, argv[i], &args[i - 5], &output);
  double before = processor_ms();
  for (int i = 0; i < launches; i++) times[i] = launch_ms(device, &launch);
  double processor = (processor_ms() - before) / launches;
  struct rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  qsort(times, (size_t)launches, sizeof *times, by_size);
  printf("build %.1f ms, kernel %.3f ms, processor %.1f ms, memory %.1f MiB, sum %.9g\n", build_ms,
         times[launches / 2], processor, (double)usage.ru_maxrss / 1024, sum_of(device, &output));
  wb_device_close(device);
  return 0;
}
