/* Operations called with tensors of the program's own: on its memory, on buffers, and what is
 * refused. Prints TAP. */
#include <dlpack/dlpack.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <workbench.h>

#include "check.h"

enum { FLOAT_CODE = kDLFloat, INT_CODE = kDLInt, UINT_CODE = kDLUInt, BOOL_CODE = 6 };

static DLTensor floats(float *data, int rank, int64_t *shape) {
  return tensor_of(data, FLOAT_CODE, 32, rank, shape);
}

static workbench_status call(workbench_ops *ops, const char *name,
                             const workbench_ops_options *options, DLTensor *output,
                             DLTensor *input) {
  return workbench_ops_call(ops, name, options, &output, 1, &input, 1);
}

/* ---- what there is ----------------------------------------------------------------------------
 */

static void try_descriptions(workbench_ops *ops) {
  workbench_op_info info = {.size = sizeof info};
  workbench_op_argument argument = {.size = sizeof argument};
  workbench_op_parameter parameter = {.size = sizeof parameter};
  size_t index;
  expect(workbench_ops_count(ops) == 12, "all operations are counted");
  must(workbench_ops_find(ops, "conv1d", &index));
  must(workbench_ops_get(ops, index, &info));
  expect(strcmp(info.name, "conv1d") == 0 &&
             strcmp(info.summary, "one-dimensional convolution") == 0 && info.output_count == 1 &&
             info.input_count == 2 && info.parameter_count == 2 && !info.has_cpu && info.has_gpu &&
             !info.has_gradient && !info.in_place,
         "an operation says what it is");
  must(workbench_ops_get_argument(ops, index, 2, &argument));
  expect(strcmp(argument.name, "taps") == 0 && strcmp(argument.dtype, "float") == 0 &&
             strcmp(argument.shape, "[k]") == 0,
         "and what it takes");
  must(workbench_ops_get_parameter(ops, index, 0, &parameter));
  expect(strcmp(parameter.name, "conv_size") == 0 && strcmp(parameter.type, "int") == 0 &&
             strcmp(parameter.value, "4") == 0,
         "with the parameters");
  must(workbench_ops_get_parameter(ops, index, 1, &parameter));
  expect(parameter.value == NULL, "of which one has no default");
  must(workbench_ops_find(ops, "add_one", &index));
  must(workbench_ops_get(ops, index, &info));
  must(workbench_ops_get_argument(ops, index, 0, &argument));
  expect(
      info.has_cpu && info.has_gpu && info.has_gradient && strcmp(argument.dtype, "same as x") == 0,
      "a foreach has both paths and a gradient");
  fails(workbench_ops_find(ops, "add_on", &index), WORKBENCH_NOT_FOUND, "did you mean 'add_one'?");
}

/* ---- the CPU's memory -------------------------------------------------------------------------
 */

static void try_memory(workbench_ops *ops) {
  float x[6] = {0, 1, 2, 3, 4, 5}, out[6] = {0}, odd[16];
  int64_t shape[] = {2, 3}, turned[] = {3, 2}, strides[] = {1, 3}, backwards[] = {-1}, six[] = {6},
          two[] = {2}, by_three[] = {3}, none[] = {0}, zero[] = {0};
  DLTensor in = floats(x, 2, shape), to = floats(out, 2, shape);
  must(call(ops, "add_one", NULL, &to, &in));
  expect(out[0] == 1 && out[5] == 6 && x[5] == 5, "foreach on the program's memory");
  in = floats(x, 2, turned);
  in.strides = strides;
  to = floats(out, 2, turned);
  must(call(ops, "add_one", NULL, &to, &in));
  expect(out[0] == 1 && out[1] == 4 && out[2] == 2 && out[5] == 6, "a transposed input is copied");
  in = floats(x, 2, turned);
  to = floats(out, 2, turned);
  to.strides = strides;
  must(call(ops, "add_one", NULL, &to, &in));
  expect(out[0] == 1 && out[3] == 2 && out[1] == 3 && out[5] == 6,
         "and so is a transposed output, back");
  in = floats(x, 1, six);
  in.byte_offset = 5 * sizeof(float);
  in.strides = backwards;
  to = floats(out, 1, six);
  must(call(ops, "scale", NULL, &to, &in));
  expect(out[0] == 10 && out[5] == 0, "strides are negative, and there is an offset");
  in = floats(x, 1, six);
  in.strides = zero;
  must(call(ops, "scale", NULL, &to, &in));
  expect(out[0] == 0 && out[5] == 0, "an input repeats an element");
  memcpy((char *)odd + 1, x, sizeof x);
  in = floats((float *)(void *)((char *)odd + 1), 1, six);
  must(call(ops, "scale", NULL, &to, &in));
  expect(out[1] == 2 && out[5] == 10, "an input is not aligned");
  in = floats(x, 1, six);
  must(call(ops, "scale", NULL, &in, &in));
  expect(x[1] == 2 && x[5] == 10, "in place");
  in = floats(x, 1, two);
  in.strides = by_three;
  must(call(ops, "scale", NULL, &in, &in));
  expect(x[0] == 0 && x[3] == 12 && x[1] == 2 && x[5] == 10, "in place with strides");
  in = floats(NULL, 1, none);
  must(call(ops, "scale", NULL, &in, &in));
  expect(1, "nothing at all");
  in = floats(x, 1, six);
  to = floats(out, 1, six);
  fails(call(ops, "add_one", NULL, &in, &in), WORKBENCH_USAGE,
        "its declaration does not say in_place");
}

static void try_types(workbench_ops *ops) {
  unsigned char flags[3] = {1, 0, 1}, flipped[3];
  double x[2] = {0.5, -1}, out[2], rows[2], total;
  int32_t i[2] = {1, 2}, sums[2];
  int64_t two[] = {2}, three[] = {3}, grid[] = {2, 1};
  DLTensor in = tensor_of(flags, BOOL_CODE, 8, 1, three),
           to = tensor_of(flipped, BOOL_CODE, 8, 1, three);
  must(call(ops, "flip_flags", NULL, &to, &in));
  expect(flipped[0] == 0 && flipped[1] == 1 && flipped[2] == 0, "bools");
  in = tensor_of(x, FLOAT_CODE, 64, 1, two);
  to = tensor_of(out, FLOAT_CODE, 64, 1, two);
  workbench_parameter by = {.name = "by", .kind = WORKBENCH_NUMBER_PARAMETER, .number = -1.5};
  workbench_ops_options options = {.size = sizeof options, .parameters = &by, .parameter_count = 1};
  must(call(ops, "scale", &options, &to, &in));
  expect(out[0] == -0.75 && out[1] == 1.5, "doubles, and a parameter");
  in = tensor_of(i, INT_CODE, 32, 1, two);
  to = tensor_of(sums, INT_CODE, 32, 1, two);
  must(call(ops, "add_one", NULL, &to, &in));
  expect(sums[0] == 2 && sums[1] == 3, "ints");
  DLTensor a = tensor_of(rows, FLOAT_CODE, 64, 1, two),
           b = tensor_of(&total, FLOAT_CODE, 64, 0, NULL);
  DLTensor *outputs[] = {&a, &b}, *input = &in;
  in = tensor_of(x, FLOAT_CODE, 64, 2, grid);
  must(workbench_ops_call(ops, "sum_axes", NULL, outputs, 2, &input, 1));
  expect(rows[1] == -1 && total == -0.5, "two outputs, of which one has no axes");
}

static void try_refusals(workbench_ops *ops) {
  float x[8] = {0}, out[8];
  double d[8];
  int64_t six[] = {6}, five[] = {5}, grid[] = {2, 3}, huge[] = {INT64_MAX, 4}, negative[] = {-1},
          zero[] = {0}, many[] = {1, 1, 1, 1, 1, 1, 1};
  DLTensor in = floats(x, 1, six), to = floats(out, 1, six), other, *list[] = {&in, &to};
  other = floats(out, 1, five);
  fails(call(ops, "add_one", NULL, &other, &in), WORKBENCH_USAGE,
        "add_one: output 'out' has shape [5], but its declaration needs that of 'x', which is [6]");
  other = tensor_of(d, FLOAT_CODE, 64, 1, six);
  fails(call(ops, "add_one", NULL, &other, &in), WORKBENCH_USAGE,
        "add_one: output 'out' is double[6], but its declaration needs the type of 'x', which is "
        "float");
  other = tensor_of(x, FLOAT_CODE, 16, 1, six);
  fails(call(ops, "add_one", NULL, &to, &other), WORKBENCH_USAGE,
        "'x' is half[6], but its declaration needs float");
  other = floats(x, 2, grid);
  fails(call(ops, "scale", NULL, &to, &other), WORKBENCH_USAGE,
        "scale: argument 'x' has shape [2, 3], but its declaration needs 1 axis");
  fails(call(ops, "nothing", NULL, &to, &in), WORKBENCH_NOT_FOUND,
        "there is no operation 'nothing'");
  fails(workbench_ops_call(ops, "conv1d", NULL, list, 1, list, 2), WORKBENCH_USAGE, "conv1d");
  fails(workbench_ops_call(ops, "add_one", NULL, list, 2, list, 0), WORKBENCH_USAGE,
        "add_one: it has 1 output (out), and here are 2");
  fails(workbench_ops_call(ops, "add_one", NULL, list, 1, list, 2), WORKBENCH_USAGE,
        "add_one: it has 1 input (x), and here are 2");
  fails(call(ops, "raise", NULL, &to, &in), WORKBENCH_USAGE, "this operation gives up");
  workbench_parameter wrong = {.name = "text", .kind = WORKBENCH_BOOL_PARAMETER};
  workbench_ops_options options = {
      .size = sizeof options, .parameters = &wrong, .parameter_count = 1};
  fails(call(ops, "raise", &options, &to, &in), WORKBENCH_USAGE, "error that is no text");
  wrong.name = "bye";
  fails(call(ops, "scale", &options, &to, &in), WORKBENCH_USAGE,
        "scale: there is no parameter 'bye'; did you mean 'by'?");
  other = floats(x, 2, huge);
  fails(call(ops, "add_one", NULL, &to, &other), WORKBENCH_USAGE, "input 1: the size of axis");
  other = floats(x, 1, negative);
  fails(call(ops, "add_one", NULL, &to, &other), WORKBENCH_USAGE,
        "input 1: the size of axis 0 cannot be -1");
  other = floats(x, 7, many);
  fails(call(ops, "add_one", NULL, &to, &other), WORKBENCH_USAGE,
        "input 1: it has 7 axes, and can have 6 at most");
  other = floats(NULL, 1, six);
  fails(call(ops, "add_one", NULL, &to, &other), WORKBENCH_USAGE, "input 1: its data is NULL");
  other = floats(x, 1, six);
  other.device.device_type = kDLCUDA;
  fails(call(ops, "add_one", NULL, &to, &other), WORKBENCH_USAGE, "copy it to the CPU's memory");
  other = tensor_of(x, kDLBfloat, 16, 1, six);
  fails(call(ops, "add_one", NULL, &to, &other), WORKBENCH_USAGE, "none of OpenCL C's scalars");
  other = floats(x, 1, six);
  other.dtype.lanes = 2;
  fails(call(ops, "add_one", NULL, &to, &other), WORKBENCH_USAGE, "2 lanes");
  other = floats(out, 1, six);
  other.strides = zero;
  fails(call(ops, "add_one", NULL, &other, &in), WORKBENCH_USAGE,
        "output 1: several of its elements are the same memory");
  other = floats(x + 1, 1, six);
  fails(call(ops, "scale", NULL, &other, &in), WORKBENCH_USAGE,
        "input 1: its memory overlaps that of output 1");
  fails(call(ops, "scale", NULL, NULL, &in), WORKBENCH_USAGE, "output 1: it is NULL");
}

/* Every second element, and the others: the same stretch of memory, and nothing in common. */
static void try_interleaved(workbench_ops *ops) {
  float pairs[8] = {1, 0, 2, 0, 3, 0, 4, 0};
  int64_t four[] = {4}, by_two[] = {2};
  DLTensor even = floats(pairs, 1, four), odd = floats(pairs + 1, 1, four);
  even.strides = odd.strides = by_two;
  must(call(ops, "scale", NULL, &odd, &even));
  expect(pairs[1] == 2 && pairs[7] == 8 && pairs[6] == 4, "outputs lie between inputs");
}

static void try_loans(workbench_ops *ops) {
  float x[2];
  int32_t number;
  int64_t two[] = {2};
  DLTensor in = floats(x, 1, two), to = tensor_of(&number, INT_CODE, 32, 0, NULL);
  must(call(ops, "keep", NULL, &to, &in));
  must(call(ops, "keep", NULL, &to, &in));
  expect(number == 0, "a tensor that an operation kept has no elements after the call");
}

static void try_infer(workbench_ops *ops) {
  int64_t grid[] = {2, 3}, six[] = {6};
  DLTensor in = floats(NULL, 2, grid), *list[] = {&in};
  workbench_op_result results[2];
  must(workbench_ops_infer(ops, "sum_axes", NULL, list, 1, results, 2));
  expect(strcmp(results[0].dtype, "float") == 0 && results[0].rank == 1 &&
             results[0].shape[0] == 2 && results[1].rank == 0,
         "types and shapes of outputs follow from inputs");
  in = tensor_of(NULL, BOOL_CODE, 8, 1, six);
  must(workbench_ops_infer(ops, "flip_flags", NULL, list, 1, results, 1));
  expect(strcmp(results[0].dtype, "bool") == 0 && results[0].shape[0] == 6, "also of bools");
  fails(workbench_ops_infer(ops, "flip_flags", NULL, list, 1, results, 2), WORKBENCH_USAGE,
        "there is room for 2");
}

/* ---- gradients --------------------------------------------------------------------------------
 */

static void try_gradients(workbench_ops *ops, workbench_context *context) {
  double x[6] = {1, 2, 3, 4, 5, 6}, dx[6], rows[2] = {10, 20}, total = 1;
  float f[2] = {1, 2}, df[2], g[2] = {5, 7};
  int32_t i[2];
  int64_t grid[] = {2, 3}, two[] = {2};
  DLTensor in = tensor_of(x, FLOAT_CODE, 64, 2, grid), d = tensor_of(dx, FLOAT_CODE, 64, 2, grid);
  DLTensor of_rows = tensor_of(rows, FLOAT_CODE, 64, 1, two),
           of_total = tensor_of(&total, FLOAT_CODE, 64, 0, NULL);
  DLTensor *inputs[] = {&in}, *wanted[] = {&d}, *given[] = {&of_rows, &of_total};
  must(workbench_ops_gradient(ops, "sum_axes", NULL, wanted, given, 2, inputs, 1));
  expect(dx[0] == 11 && dx[2] == 11 && dx[3] == 21, "gradients of a graph, of two outputs");
  given[0] = NULL;
  must(workbench_ops_gradient(ops, "sum_axes", NULL, wanted, given, 2, inputs, 1));
  expect(dx[0] == 1 && dx[5] == 1, "of one of them");
  given[1] = NULL;
  must(workbench_ops_gradient(ops, "sum_axes", NULL, wanted, given, 2, inputs, 1));
  expect(dx[0] == 0 && dx[5] == 0, "of none");
  in = floats(f, 1, two);
  d = floats(df, 1, two);
  of_rows = floats(g, 1, two);
  given[0] = &of_rows;
  workbench_parameter by = {.name = "by", .kind = WORKBENCH_INTEGER_PARAMETER, .integer = 3};
  workbench_ops_options options = {.size = sizeof options, .parameters = &by, .parameter_count = 1};
  must(workbench_ops_gradient(ops, "scale", &options, wanted, given, 1, inputs, 1));
  expect(df[0] == 15 && df[1] == 21, "an operation's own, with a parameter");
  options.context = context;
  df[0] = 0;
  must(workbench_ops_gradient(ops, "scale", &options, wanted, given, 1, inputs, 1));
  expect(df[0] == 15 && df[1] == 21, "on a device");
  must(workbench_ops_gradient(ops, "add_one", NULL, wanted, given, 1, inputs, 1));
  expect(df[0] == 5 && df[1] == 7, "of a foreach");
  wanted[0] = NULL;
  must(workbench_ops_gradient(ops, "scale", NULL, wanted, given, 1, inputs, 1));
  expect(1, "none is wanted");
  wanted[0] = &d;
  in = tensor_of(i, INT_CODE, 32, 1, two);
  fails(workbench_ops_gradient(ops, "add_one", NULL, wanted, given, 1, inputs, 1), WORKBENCH_USAGE,
        "add_one: the input 'x' is int, and has no gradient");
  in = floats(f, 1, two);
  fails(workbench_ops_gradient(ops, "raise", NULL, wanted, given, 1, inputs, 1), WORKBENCH_USAGE,
        "raise: there is no gradient");
  of_rows = floats(g, 0, NULL);
  fails(workbench_ops_gradient(ops, "scale", NULL, wanted, given, 1, inputs, 1), WORKBENCH_USAGE,
        "scale: output 'out' has shape [], but its declaration needs that of 'x', which is [2]");
}

/* What was printed last. */
static char printed[256];
static void take_print(void *data, const char *text, size_t length) {
  (void)data;
  snprintf(printed, sizeof printed, "%.*s", (int)length, text);
}

/* ---- devices ----------------------------------------------------------------------------------
 */

static DLTensor on_device(workbench_buffer *buffer, int code, int bits, int rank, int64_t *shape) {
  DLTensor made = tensor_of(buffer, code, bits, rank, shape);
  made.device.device_type = kDLOpenCL;
  return made;
}

static workbench_buffer *new_buffer(workbench_context *context, const char *type,
                                    uint64_t elements) {
  workbench_buffer_options options = {.size = sizeof options, .type = type, .count = elements};
  workbench_buffer *buffer;
  must(workbench_buffer_new(context, &options, &buffer));
  return buffer;
}

static void try_buffers(workbench_ops *ops, workbench_context *context) {
  workbench_queue *queue = workbench_context_queue(context);
  float numbers[15], taps[4] = {1, 1, 1, 1}, out[15];
  int64_t n[] = {15}, k[] = {4}, grid[] = {3, 5}, dense[] = {5, 1};
  workbench_buffer *x = new_buffer(context, "float", 15), *t = new_buffer(context, "float", 4),
                   *y = new_buffer(context, "float", 15);
  workbench_parameter shift = {.name = "shift", .kind = WORKBENCH_INTEGER_PARAMETER};
  workbench_ops_options options = {
      .size = sizeof options, .parameters = &shift, .parameter_count = 1};
  for (int i = 0; i < 15; i++) numbers[i] = (float)i;
  must(workbench_write(queue, x, numbers, sizeof numbers));
  must(workbench_write(queue, t, taps, sizeof taps));
  DLTensor a = on_device(x, FLOAT_CODE, 32, 1, n), b = on_device(t, FLOAT_CODE, 32, 1, k),
           c = on_device(y, FLOAT_CODE, 32, 1, n);
  DLTensor *outputs[] = {&c}, *inputs[] = {&a, &b};
  must(workbench_ops_call(ops, "conv1d", &options, outputs, 1, inputs, 2));
  must(workbench_read(queue, y, out, sizeof out));
  expect(out[0] == 6 && out[11] == 50 && out[14] == 14, "an operation with kernels, on buffers");
  a = on_device(x, FLOAT_CODE, 32, 2, grid);
  a.strides = dense;
  c = on_device(y, FLOAT_CODE, 32, 2, grid);
  for (int round = 0; round < 3; round++)
    must(call(ops, "add_one", NULL, round == 1 ? &a : &c, round == 1 ? &c : &a));
  must(workbench_read(queue, y, out, sizeof out));
  expect(out[0] == 3 && out[14] == 17, "a foreach, again and again with other buffers");
  workbench_buffer *number = new_buffer(context, "int", 1);
  DLTensor one = on_device(number, INT_CODE, 32, 0, NULL);
  must(call(ops, "keep", NULL, &one, &a));
  must(call(ops, "keep", NULL, &one, &a));
  expect(strstr(printed, "false\t") == printed && strstr(printed, "closed") != NULL,
         "a buffer that an operation kept is closed");
  must(workbench_buffer_release(number));
  fails(call(ops, "conv1d", NULL, &c, &a), WORKBENCH_USAGE,
        "conv1d: it has 2 inputs (input, taps), and here are 1");

  DLTensor memory = floats(numbers, 2, grid);
  fails(call(ops, "add_one", NULL, &c, &memory), WORKBENCH_USAGE, "tensors and buffers do not mix");
  options = (workbench_ops_options){.size = sizeof options, .context = context};
  must(call(ops, "add_one", &options, &c, &memory));
  must(workbench_read(queue, y, out, sizeof out));
  expect(out[0] == 1 && out[14] == 15, "with a context memory and buffers mix");
  c = on_device(y, FLOAT_CODE, 64, 2, grid);
  fails(call(ops, "add_one", NULL, &c, &a), WORKBENCH_USAGE,
        "it has 15 elements of double, and its buffer 15 of float");
  c = on_device(y, FLOAT_CODE, 32, 1, k);
  fails(call(ops, "add_one", NULL, &c, &a), WORKBENCH_USAGE,
        "it has 4 elements of float, and its buffer 15");
  c = on_device(y, FLOAT_CODE, 32, 1, n);
  c.byte_offset = 4;
  fails(call(ops, "add_one", NULL, &c, &a), WORKBENCH_USAGE, "byte_offset is not 0");
  must(workbench_buffer_release(y));
  must(workbench_buffer_release(x));
  must(workbench_buffer_release(t));
}

static void try_copies(workbench_ops *ops, workbench_context *context) {
  float x[4] = {1, 2, 3, 4}, taps[4] = {1, 0, 0, 1}, out[4] = {0};
  int64_t four[] = {4}, two[] = {2}, by_two[] = {2};
  workbench_parameter parameters[] = {{.name = "shift", .kind = WORKBENCH_INTEGER_PARAMETER}};
  workbench_ops_options options = {
      .size = sizeof options, .context = context, .parameters = parameters, .parameter_count = 1};
  DLTensor a = floats(x, 1, four), b = floats(taps, 1, four), c = floats(out, 1, four);
  DLTensor *outputs[] = {&c}, *inputs[] = {&a, &b};
  must(workbench_ops_call(ops, "conv1d", &options, outputs, 1, inputs, 2));
  expect(out[0] == 5 && out[1] == 2 && out[3] == 4, "memory is copied to a device, and back");
  options.context = NULL;
  fails(workbench_ops_call(ops, "conv1d", &options, outputs, 1, inputs, 2), WORKBENCH_USAGE,
        "conv1d: unsupported target: cpu");
  options.context = context;
  options.parameter_count = 0;
  fails(workbench_ops_call(ops, "conv1d", &options, outputs, 1, inputs, 2), WORKBENCH_USAGE,
        "conv1d: the parameter 'shift' (int) has no value");
  must(call(ops, "scale", &options, &a, &a));
  expect(x[0] == 2 && x[3] == 8, "in place, too");
  a = floats(x, 1, two);
  a.strides = by_two;
  must(call(ops, "scale", &options, &a, &a));
  expect(x[0] == 4 && x[1] == 4 && x[2] == 12 && x[3] == 8, "and with strides");
}

/* How many findings there are of a kind; all are told in comments. */
static size_t count_findings(workbench_host *host, const char *kind, unsigned *line) {
  size_t found = 0;
  for (size_t i = 0; i < workbench_finding_count(host); i++) {
    workbench_finding finding = {.size = sizeof finding};
    must(workbench_finding_get(host, i, &finding));
    printf("# %s:%u (%u): %s: %s\n", finding.file, finding.line, finding.other_line, finding.kind,
           finding.sentence);
    if (strcmp(finding.kind, kind) != 0) continue;
    *line = finding.line;
    found++;
  }
  return found;
}

static void try_findings(workbench_host *host, workbench_ops *ops, workbench_context *context) {
  float x[4] = {1, 2, 3, 4}, taps[4] = {1, 0, 0, 1}, out[4];
  int64_t four[] = {4};
  unsigned line = 0;
  workbench_parameter shift = {.name = "shift", .kind = WORKBENCH_INTEGER_PARAMETER, .integer = 1};
  workbench_ops_options options = {
      .size = sizeof options, .context = context, .parameters = &shift, .parameter_count = 1};
  DLTensor a = floats(x, 1, four), b = floats(taps, 1, four), c = floats(out, 1, four);
  DLTensor *outputs[] = {&c}, *inputs[] = {&a, &b};
  count_findings(host, "", &line);
  expect(workbench_finding_count(host) == 0, "nothing was found so far");
  const unsigned here = __LINE__ + 1;
  must(workbench_ops_call(ops, "conv1d", &options, outputs, 1, inputs, 2));
  expect(count_findings(host, "out-of-bounds", &line) == 1 && line == here,
         "what an operation's kernel does wrong is a finding, with the line that called it");
  workbench_buffer *buffer = new_buffer(context, "float", 4);
  must(workbench_buffer_release(buffer));
  DLTensor released = on_device(buffer, FLOAT_CODE, 32, 1, four);
  fails(call(ops, "scale", NULL, &released, &released), WORKBENCH_USAGE, "use-after-release");
}

static void try_released_context(workbench_host *host, workbench_ops *ops) {
  workbench_context *context;
  int64_t four[] = {4};
  float x[4] = {1, 2, 3, 4};
  DLTensor in = floats(x, 1, four);
  must(workbench_context_new(host, NULL, &context));
  workbench_ops_options options = {.size = sizeof options, .context = context};
  must(call(ops, "scale", &options, &in, &in));
  workbench_buffer *buffer = new_buffer(context, "float", 4);
  DLTensor on_buffer = on_device(buffer, FLOAT_CODE, 32, 1, four);
  must(workbench_buffer_release(buffer));
  must(workbench_context_release(context));
  fails(call(ops, "scale", &options, &in, &in), WORKBENCH_USAGE, "the context was released");
  fails(call(ops, "scale", NULL, &on_buffer, &on_buffer), WORKBENCH_USAGE,
        "the context was released");
}

int main(int argc, char **argv) {
  workbench_host *host;
  workbench_context *context;
  workbench_ops *ops, *others;
  unsigned line = 0;
  if (argc < 2) return 2;
  must(workbench_open(&(workbench_options){.size = sizeof(workbench_options), .print = take_print},
                      &host));
  must(workbench_context_new(host, NULL, &context));
  fails(workbench_ops_load(host, "/nowhere", &ops), WORKBENCH_NOT_FOUND,
        "there is no folder or package /nowhere");
  expect(ops == NULL, "and no operations");
  must(workbench_ops_load(host, argv[1], &ops));
  must(workbench_ops_load(host, argv[1], &others));
  try_descriptions(ops);
  try_memory(ops);
  try_types(ops);
  try_refusals(ops);
  try_interleaved(ops);
  try_loans(ops);
  try_infer(ops);
  try_gradients(ops, context);
  try_buffers(ops, context);
  try_copies(ops, context);
  must(workbench_ops_release(others));
  fails(workbench_ops_find(others, "scale", &(size_t){0}), WORKBENCH_USAGE, "released");
  try_released_context(host, ops);
  try_findings(host, ops, context);
  must(workbench_finish(host));
  expect(count_findings(host, "leak", &line) == 0,
         "what operations made for themselves is no leak");
  workbench_close(host);
  printf("1..%u\n", count);
  return failed > 0;
}
