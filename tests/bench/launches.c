/* What a host program in Lua costs beside one in C over OpenCL: empty launches, and copies.
 *
 *   make build/bench-launches && build/bench-launches [ROUNDS [LAUNCHES [MIB]]]
 *
 * In each round the two take turns on the first OpenCL device: LAUNCHES (10,000) empty launches in
 * C (clEnqueueNDRangeKernel, then clFinish) and in Lua (enqueue_function, then synchronize), and
 * copies of MIB (256) MiB to the device and back beside the same in C, and memcpy of as many bytes.
 * Printed are medians of ROUNDS (9) rounds, and of their ratios. Lua runs as `workbench lua` runs
 * it, with a worker of its own; the moments are those at which its lines come out. Fails for want
 * of a device, and where a copy did not arrive or a round is missing. */
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/str.h"
#include "driver_leaks.h"
#include "gpu/run.h"

enum { MOST_ROUNDS = 1000 };

static const char SOURCE[] = "__kernel void empty(__global int *a) {}\n";

/* Prints a letter at each moment that counts; the loops run twice before, so that nothing is
 * compiled or touched for the first time in them. */
static const char SCRIPT[] =
    "local gpu = require 'gpu'\n"
    "local rounds, launches, bytes = tonumber(arg[1]), tonumber(arg[2]), tonumber(arg[3])\n"
    "local ctx = gpu.DeviceContext()\n"
    "local empty = ctx:compile_function { source = arg[4] }\n"
    "local a = ctx:enqueue_create_buffer('int', 1)\n"
    "local sizes = { grid_dim = 1, block_dim = 1 }\n"
    "local host = ctx:enqueue_create_host_buffer('uchar', bytes)\n"
    "local back = ctx:enqueue_create_host_buffer('uchar', bytes)\n"
    "local dev = ctx:enqueue_create_buffer('uchar', bytes)\n"
    "ctx:enqueue_memset(host, 1) ctx:enqueue_memset(back, 2)\n"
    "for round = 1, rounds + 2 do\n"
    "  ctx:synchronize()\n"
    "  print 'b'\n"
    "  for _ = 1, launches do ctx:enqueue_function(empty, a, sizes) end\n"
    "  print 'e'\n"
    "  ctx:synchronize()\n"
    "  print 's'\n"
    "  ctx:enqueue_copy { src = host, dst = dev }\n"
    "  ctx:synchronize()\n"
    "  print 'd'\n"
    "  ctx:enqueue_copy { src = dev, dst = back }\n"
    "  ctx:synchronize()\n"
    "  print 'h'\n"
    "end\n"
    "for i = 0, bytes - 1, 4096 do assert(back[i] == 1, 'a copy is wrong') end\n";

enum number {
  C_LOOP,
  LUA_LOOP,
  LUA_ENQUEUE,
  LUA_PROCESSOR,
  MEMCPY,
  C_TO_DEVICE,
  C_TO_HOST,
  TO_DEVICE,
  TO_HOST,
  NUMBERS
};

struct bench {
  size_t rounds, launches, bytes;
  double ns[NUMBERS][MOST_ROUNDS + 2];
  size_t round;
  uint64_t begin, last, begin_processor;
  cl_command_queue queue;
  cl_kernel kernel;
  cl_mem memory, large;
  unsigned char *from, *to;
};

/* Of this thread, in nanoseconds: what others do meanwhile does not count. */
static uint64_t processor_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* ---- in C ----------------------------------------------------------------------------------- */

static _Noreturn void fail(const char *why) {
  fprintf(stderr, "bench-launches: %s\n", why);
  exit(1);
}

static void must(cl_int code, const char *call) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "%s failed: %d\n", call, code);
  exit(1);
}

static void open_device(struct bench *bench) {
  cl_platform_id platform;
  cl_device_id device;
  cl_int code;
  const char *source = SOURCE;
  must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  must(code, "clCreateContext");
  bench->queue = clCreateCommandQueueWithProperties(context, device, NULL, &code);
  must(code, "clCreateCommandQueueWithProperties");
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
  must(code, "clCreateProgramWithSource");
  must(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
  bench->kernel = clCreateKernel(program, "empty", &code);
  must(code, "clCreateKernel");
  bench->memory = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof(cl_int), NULL, &code);
  must(code, "clCreateBuffer");
  bench->large = clCreateBuffer(context, CL_MEM_READ_WRITE, bench->bytes, NULL, &code);
  must(code, "clCreateBuffer");
}

static double launch_in_c(const struct bench *bench) {
  const size_t one = 1;
  const uint64_t start = wb_clock_ns();
  for (size_t i = 0; i < bench->launches; i++) {
    must(clSetKernelArg(bench->kernel, 0, sizeof bench->memory, &bench->memory), "clSetKernelArg");
    must(clEnqueueNDRangeKernel(bench->queue, bench->kernel, 1, NULL, &one, &one, 0, NULL, NULL),
         "clEnqueueNDRangeKernel");
  }
  must(clFinish(bench->queue), "clFinish");
  return (double)(wb_clock_ns() - start);
}

static double copy_in_c(const struct bench *bench) {
  const uint64_t start = wb_clock_ns();
  memcpy(bench->to, bench->from, bench->bytes);
  return (double)(wb_clock_ns() - start);
}

static double write_in_c(const struct bench *bench) {
  const uint64_t start = wb_clock_ns();
  must(clEnqueueWriteBuffer(bench->queue, bench->large, CL_TRUE, 0, bench->bytes, bench->from, 0,
                            NULL, NULL),
       "clEnqueueWriteBuffer");
  return (double)(wb_clock_ns() - start);
}

static double read_in_c(const struct bench *bench) {
  memset(bench->to, 2, bench->bytes); /* what is there afterwards has come from the device */
  const uint64_t start = wb_clock_ns();
  must(clEnqueueReadBuffer(bench->queue, bench->large, CL_TRUE, 0, bench->bytes, bench->to, 0, NULL,
                           NULL),
       "clEnqueueReadBuffer");
  return (double)(wb_clock_ns() - start);
}

/* ---- in Lua --------------------------------------------------------------------------------- */

static void keep(struct bench *bench, enum number number, uint64_t from, uint64_t now) {
  bench->ns[number][bench->round] = (double)(now - from);
}

/* One letter: a moment. What C does stands before Lua's own loop. */
static void take_line(void *data, const char *bytes, size_t length) {
  struct bench *bench = data;
  uint64_t now = wb_clock_ns();
  if (length < 1 || bytes[0] == '\n') return;
  switch (bytes[0]) {
    case 'b':
      bench->ns[C_LOOP][bench->round] = launch_in_c(bench);
      bench->ns[MEMCPY][bench->round] = copy_in_c(bench);
      bench->ns[C_TO_DEVICE][bench->round] = write_in_c(bench);
      bench->ns[C_TO_HOST][bench->round] = read_in_c(bench);
      bench->begin_processor = processor_ns();
      bench->begin = now = wb_clock_ns();
      break;
    case 'e':
      keep(bench, LUA_ENQUEUE, bench->begin, now);
      keep(bench, LUA_PROCESSOR, bench->begin_processor, processor_ns());
      break;
    case 's':
      keep(bench, LUA_LOOP, bench->begin, now);
      break;
    case 'd':
      keep(bench, TO_DEVICE, bench->last, now);
      break;
    case 'h':
      keep(bench, TO_HOST, bench->last, now);
      bench->round++;
      break;
    default:
      fprintf(stderr, "the script prints \"%.*s\"\n", (int)length, bytes);
      exit(1);
  }
  bench->last = now;
}

static void run_lua(struct bench *bench) {
  char *words[] = {wb_format("%zu", bench->rounds), wb_format("%zu", bench->launches),
                   wb_format("%zu", bench->bytes)};
  const char *args[] = {words[0], words[1], words[2], SOURCE};
  struct wb_gpu_script script = {.text = SCRIPT,
                                 .length = strlen(SCRIPT),
                                 .label = "launches.lua",
                                 .args = args,
                                 .n_args = 4,
                                 .host = {.device = "opencl:0.0", .cancel_fd = -1},
                                 .write = take_line,
                                 .data = bench};
  struct wb_gpu_result result;
  wb_gpu_run(&script, &result);
  if (result.status != WB_OK) {
    fprintf(stderr, "%s: %s\n", result.error.where, result.error.message);
    exit(1);
  }
  wb_gpu_result_release(&result);
  for (size_t i = 0; i < 3; i++) free(words[i]);
}

/* ---- what comes of it ------------------------------------------------------------------------ */

static double median_of(const double *values, size_t count) {
  double *sorted = wb_alloc((count + 1) * sizeof *sorted);
  memcpy(sorted, values, count * sizeof *sorted);
  const double median = wb_spread_of(sorted, count).median;
  free(sorted);
  return median;
}

/* The first two rounds only warm up. */
static double number(const struct bench *bench, enum number which) {
  return median_of(bench->ns[which] + 2, bench->rounds);
}

static double ratio(const struct bench *bench, enum number a, enum number b) {
  double *ratios = wb_alloc(bench->rounds * sizeof *ratios);
  for (size_t i = 0; i < bench->rounds; i++) ratios[i] = bench->ns[a][i + 2] / bench->ns[b][i + 2];
  const double median = median_of(ratios, bench->rounds);
  free(ratios);
  return median;
}

int main(int argc, char **argv) {
  struct bench *bench = wb_alloc(sizeof *bench);
  bench->rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 9;
  bench->launches = argc > 2 ? strtoul(argv[2], NULL, 10) : 10000;
  bench->bytes = (argc > 3 ? strtoul(argv[3], NULL, 10) : 256) << 20;
  if (bench->rounds < 1 || bench->rounds > MOST_ROUNDS || bench->launches < 1 || bench->bytes < 1) {
    fprintf(stderr, "usage: bench-launches [ROUNDS [LAUNCHES [MIB]]]\n");
    return 2;
  }
  bench->from = wb_alloc(bench->bytes);
  bench->to = wb_alloc(bench->bytes);
  memset(bench->from, 1, bench->bytes);
  memset(bench->to, 2, bench->bytes);
  open_device(bench);
  run_lua(bench);
  if (bench->round != bench->rounds + 2) fail("a round is missing");
  if (memcmp(bench->from, bench->to, bench->bytes) != 0) fail("a copy in C is wrong");
  const double per = 1e3 * (double)bench->launches, gb = (double)bench->bytes;
  printf("%zu launches: C %.2f us each, Lua %.2f us each, ratio %.2f\n", bench->launches,
         number(bench, C_LOOP) / per, number(bench, LUA_LOOP) / per,
         ratio(bench, LUA_LOOP, C_LOOP));
  printf("until the call in Lua returns: %.2f us, %.2f us of the processor\n",
         number(bench, LUA_ENQUEUE) / per, number(bench, LUA_PROCESSOR) / per);
  printf("copies of %zu MiB: memcpy %.2f GB/s\n", bench->bytes >> 20, gb / number(bench, MEMCPY));
  printf("to the device: C %.2f GB/s, Lua %.2f GB/s, ratio of times %.2f\n",
         gb / number(bench, C_TO_DEVICE), gb / number(bench, TO_DEVICE),
         ratio(bench, TO_DEVICE, C_TO_DEVICE));
  printf("to the host: C %.2f GB/s, Lua %.2f GB/s, ratio of times %.2f\n",
         gb / number(bench, C_TO_HOST), gb / number(bench, TO_HOST),
         ratio(bench, TO_HOST, C_TO_HOST));
  free(bench->from);
  free(bench->to);
  free(bench);
  return 0;
}
