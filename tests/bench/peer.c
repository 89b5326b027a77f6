/* Runs one kernel through whatever OpenCL the ICD loader finds, as a peer to
 * measure against: PoCL as it is, or Oclgrind around this program.
 *
 *   peer [-n LAUNCHES] FILE KERNEL GLOBAL LOCAL ARG...
 *
 * GLOBAL and LOCAL are X or X,Y. An ARG is `float:N` or `out:N` (a buffer of N
 * floats that count up), `uint=V` (a scalar) or `local:BYTES`. Prints the milliseconds
 * of building and of the kernel on one line: the median of LAUNCHES (1), by the
 * events' profile, after one more that is not counted where there are several
 * (the first one compiles, or reads PoCL's cache). Then the sum of the first
 * `out` buffer, by which one sees that the kernel did its work. */
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void must(cl_int code, const char *what) {
  if (code == CL_SUCCESS) return;
  fprintf(stderr, "peer: %s failed (%d)\n", what, code);
  exit(1);
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, 1 << 20);
  if (file == NULL || text == NULL || fread(text, 1, (1 << 20) - 1, file) == 0) {
    fprintf(stderr, "peer: cannot read %s\n", path);
    exit(1);
  }
  fclose(file);
  return text;
}

static cl_uint parse_sizes(const char *text, size_t sizes[2]) {
  char *end = NULL;
  sizes[0] = strtoul(text, &end, 10);
  sizes[1] = *end == ',' ? strtoul(end + 1, NULL, 10) : 1;
  return *end == ',' ? 2 : 1;
}

struct output {
  cl_mem buffer;
  size_t count;
};

static void set_argument(cl_context context, cl_kernel kernel, cl_uint index, const char *text,
                         struct output *output) {
  cl_int code = CL_SUCCESS;
  size_t count = 0;
  cl_uint value = 0;
  if (sscanf(text, "float:%zu", &count) == 1 || sscanf(text, "out:%zu", &count) == 1) {
    float *values = malloc(count * sizeof *values);
    for (size_t i = 0; i < count; i++) values[i] = (float)(i % 1000);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                   count * sizeof *values, values, &code);
    must(code, "clCreateBuffer");
    must(clSetKernelArg(kernel, index, sizeof buffer, &buffer), "clSetKernelArg");
    if (text[0] == 'o' && output->buffer == NULL) *output = (struct output){buffer, count};
    free(values);
  } else if (sscanf(text, "uint=%u", &value) == 1) {
    must(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
  } else if (sscanf(text, "local:%zu", &count) == 1) {
    must(clSetKernelArg(kernel, index, count, NULL), "clSetKernelArg");
  } else {
    fprintf(stderr, "peer: bad argument %s\n", text);
    exit(2);
  }
}

static double sum_of(cl_command_queue queue, const struct output *output) {
  double sum = 0;
  float *values = calloc(output->count + 1, sizeof *values);
  if (output->count > 0)
    must(clEnqueueReadBuffer(queue, output->buffer, CL_TRUE, 0, output->count * sizeof *values,
                             values, 0, NULL, NULL),
         "clEnqueueReadBuffer");
  for (size_t i = 0; i < output->count; i++) sum += (double)values[i];
  free(values);
  return sum;
}

static double profiled_ms(cl_event event) {
  cl_ulong start = 0, end = 0;
  must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
       "clGetEventProfilingInfo");
  must(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
       "clGetEventProfilingInfo");
  return (double)(end - start) / 1e6;
}

struct range {
  cl_uint dimensions;
  size_t global[2], local[2];
};

static double launch_ms(cl_command_queue queue, cl_kernel kernel, const struct range *range) {
  cl_event event;
  must(clEnqueueNDRangeKernel(queue, kernel, range->dimensions, NULL, range->global, range->local,
                              0, NULL, &event),
       "clEnqueueNDRangeKernel");
  must(clFinish(queue), "clFinish");
  double ms = profiled_ms(event);
  clReleaseEvent(event);
  return ms;
}

static int by_size(const void *a, const void *b) {
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

enum { MAX_LAUNCHES = 101 };

static double median_ms(cl_command_queue queue, cl_kernel kernel, const struct range *range,
                        int launches) {
  double times[MAX_LAUNCHES];
  if (launches > 1) launch_ms(queue, kernel, range);
  for (int i = 0; i < launches; i++) times[i] = launch_ms(queue, kernel, range);
  qsort(times, (size_t)launches, sizeof *times, by_size);
  return times[launches / 2];
}

int main(int argc, char **argv) {
  int launches = 1;
  if (argc > 2 && strcmp(argv[1], "-n") == 0) {
    launches = atoi(argv[2]);
    argv += 2;
    argc -= 2;
  }
  if (argc < 5 || launches < 1 || launches > MAX_LAUNCHES) {
    fprintf(stderr, "usage: peer [-n LAUNCHES] FILE KERNEL GLOBAL LOCAL ARG...\n");
    return 2;
  }
  char *source = read_file(argv[1]);
  const char *sources[1] = {source};
  struct range range = {0};
  range.dimensions = parse_sizes(argv[3], range.global);
  cl_platform_id platform;
  cl_device_id device;
  cl_int code = CL_SUCCESS;
  parse_sizes(argv[4], range.local);

  must(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
  must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
  must(code, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &code);
  must(code, "clCreateCommandQueue");

  double start = now_ms();
  cl_program program = clCreateProgramWithSource(context, 1, sources, NULL, &code);
  must(code, "clCreateProgramWithSource");
  must(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, argv[2], &code);
  must(code, "clCreateKernel");
  double built = now_ms();
  struct output output = {0};
  for (int i = 5; i < argc; i++) set_argument(context, kernel, (cl_uint)(i - 5), argv[i], &output);
  double kernel_ms = median_ms(queue, kernel, &range, launches);
  printf("build %.1f ms, kernel %.3f ms, sum %.9g\n", built - start, kernel_ms,
         sum_of(queue, &output));
  free(source);
  return 0;
}
