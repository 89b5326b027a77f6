/* Graphs of files, executed with tensors of the program's own: on its memory, on buffers, and what
 * is refused. Prints TAP. */
#include <dlpack/dlpack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <workbench.h>

#include "check.h"

static DLTensor floats(float *data, int rank, int64_t *shape) {
  return tensor_of(data, kDLFloat, 32, rank, shape);
}

static DLTensor on_device(workbench_buffer *buffer, int rank, int64_t *shape) {
  DLTensor made = tensor_of(buffer, kDLFloat, 32, rank, shape);
  made.device.device_type = kDLOpenCL;
  return made;
}

static workbench_buffer *new_buffer(workbench_context *context, uint64_t elements) {
  workbench_buffer_options options = {.size = sizeof options, .type = "float", .count = elements};
  workbench_buffer *buffer;
  must(workbench_buffer_new(context, &options, &buffer));
  return buffer;
}

static const char *folder;

static workbench_status load(workbench_host *host, const char *name, workbench_context *context,
                             workbench_graph **graph) {
  char path[4096];
  workbench_graph_options options = {.size = sizeof options, .context = context};
  snprintf(path, sizeof path, "%s/%s.lua", folder, name);
  return workbench_graph_load(host, path, &options, graph);
}

/* ---- what there is ----------------------------------------------------------------------------
 */

static int is_argument(workbench_graph *graph, size_t number, const char *name, const char *dtype,
                       const char *shape) {
  workbench_op_argument argument = {.size = sizeof argument};
  must(workbench_graph_get_argument(graph, number, &argument));
  printf("# %s %s %s\n", argument.name, argument.dtype, argument.shape);
  return strcmp(argument.name, name) == 0 && strcmp(argument.dtype, dtype) == 0 &&
         strcmp(argument.shape, shape) == 0;
}

static void try_description(workbench_graph *mlp) {
  workbench_graph_info info = {.size = sizeof info};
  workbench_op_argument argument = {.size = sizeof argument};
  must(workbench_graph_get(mlp, &info));
  expect(strcmp(info.name, "mlp") == 0 && info.output_count == 2 && info.input_count == 1 &&
             info.weight_count == 2 && !info.is_ready,
         "a graph says what it is");
  expect(is_argument(mlp, 0, "output 1", "float", "[n, 3]") &&
             is_argument(mlp, 1, "output 2", "float", "[2*n]"),
         "its outputs");
  expect(is_argument(mlp, 2, "x", "float", "[n, 2]"),
         "its input, by the name of the function's argument");
  expect(is_argument(mlp, 3, "bias", "float", "[3]") &&
             is_argument(mlp, 4, "weight", "float", "[2, 3]"),
         "and its weights by their names");
  fails(workbench_graph_get_argument(mlp, 5, &argument), WORKBENCH_USAGE,
        "graph 'mlp' has no argument 5");
}

/* A text in place of a file: its name is for errors. */
static void try_source(workbench_host *host, workbench_context *context) {
  workbench_graph_options options = {.size = sizeof options, .context = context};
  workbench_graph_info info = {.size = sizeof info};
  workbench_graph *graph;
  options.source =
      "local graph = require 'graph'\n"
      "return graph.Graph('text', { graph.TensorType('float', { 3 }) },\n"
      "  function(x) return x + 1 end)";
  must(workbench_graph_load(host, "nowhere", &options, &graph));
  must(workbench_graph_get(graph, &info));
  expect(strcmp(info.name, "text") == 0 && info.is_ready, "a graph of a text");
  must(workbench_graph_release(graph));
  options.source = "\nreturn 1 + {}";
  fails(workbench_graph_load(host, "nowhere", &options, &graph), WORKBENCH_USAGE, "nowhere:2: ");
}

static void try_infer(workbench_graph *mlp) {
  int64_t grid[] = {5, 2}, wrong[] = {5, 3};
  DLTensor in = floats(NULL, 2, grid), *list[] = {&in};
  workbench_op_result results[2];
  must(workbench_graph_infer(mlp, list, 1, results, 2));
  expect(strcmp(results[0].dtype, "float") == 0 && results[0].rank == 2 &&
             results[0].shape[0] == 5 && results[0].shape[1] == 3 && results[1].rank == 1 &&
             results[1].shape[0] == 10,
         "types and shapes of outputs follow from inputs, without weights");
  fails(workbench_graph_infer(mlp, list, 1, results, 1), WORKBENCH_USAGE, "there is room for 1");
  fails(workbench_graph_infer(mlp, list, 0, results, 2), WORKBENCH_USAGE, "given 0 inputs");
  in = floats(NULL, 2, wrong);
  fails(workbench_graph_infer(mlp, list, 1, results, 2), WORKBENCH_USAGE,
        "graph 'mlp': input 1 is float[5, 3], and must be float[n, 2]");
}

/* ---- executing --------------------------------------------------------------------------------
 */

static float weight[6] = {1, 2, 3, 4, 5, 6}, bias[3] = {0, -5, 0.5f};
static int64_t weight_shape[] = {2, 3}, turned_shape[] = {3, 2}, bias_shape[] = {3};
static const char *const names[] = {"weight", "bias"};

static void try_weights(workbench_graph *mlp) {
  float x[2] = {1, 1}, y[3], sums[2];
  int64_t grid[] = {1, 2}, wide[] = {1, 3}, two[] = {2};
  DLTensor w = floats(weight, 2, weight_shape), b = floats(bias, 1, bias_shape);
  DLTensor *weights[] = {&w, &b};
  DLTensor in = floats(x, 2, grid), to = floats(y, 2, wide), all = floats(sums, 1, two);
  DLTensor *inputs[] = {&in}, *outputs[] = {&to, &all};
  const char *const others[] = {"weight", "bios"}, *const twice[] = {"bias", "bias"};
  workbench_graph_info info = {.size = sizeof info};
  char *text;
  fails(workbench_graph_execute(mlp, outputs, 2, inputs, 1), WORKBENCH_USAGE,
        "graph 'mlp': it has no weights yet: 'bias', 'weight'");
  fails(workbench_graph_explain(mlp, inputs, 1, &text), WORKBENCH_USAGE, "no weights yet");
  expect(text == NULL, "and no text");
  fails(workbench_graph_set_weights(mlp, names, weights, 1), WORKBENCH_USAGE,
        "graph 'mlp': there is no weight 'bias'");
  fails(workbench_graph_set_weights(mlp, others, weights, 2), WORKBENCH_USAGE,
        "graph 'mlp' has no weight 'bios'; did you mean 'bias'?");
  weights[0] = &b;
  fails(workbench_graph_set_weights(mlp, twice, weights, 2), WORKBENCH_USAGE, "is given twice");
  weights[0] = &w;
  w = floats(weight, 2, turned_shape);
  fails(workbench_graph_set_weights(mlp, names, weights, 2), WORKBENCH_USAGE,
        "weight 'weight' is float[3, 2], and must be float[2, 3]");
  must(workbench_graph_get(mlp, &info));
  expect(!info.is_ready, "what fails gives no weights");
  w = floats(weight, 2, weight_shape);
  must(workbench_graph_set_weights(mlp, names, weights, 2));
  must(workbench_graph_get(mlp, &info));
  expect(info.is_ready, "with all weights it is ready");
}

/* relu(x · weight + bias), and its sums twice, for 1 1 and 0 -1. */
static int is_right(const float y[6], const float sums[4]) {
  static const float wanted[6] = {5, 2, 9.5f, 0, 0, 0};
  return memcmp(y, wanted, sizeof wanted) == 0 && sums[0] == 16.5f && sums[1] == 0 &&
         sums[2] == 16.5f && sums[3] == 0;
}

static void try_memory(workbench_graph *mlp) {
  float x[4] = {1, 1, 0, -1}, y[6] = {0}, sums[8] = {0}, columns[4] = {1, 0, 1, -1}, one[3];
  int64_t grid[] = {2, 2}, wide[] = {2, 3}, four[] = {4}, by_columns[] = {1, 2}, by_two[] = {2},
          one_row[] = {1, 2}, one_wide[] = {1, 3}, two[] = {2}, none[] = {0, 2}, empty[] = {0, 3},
          zero[] = {0};
  DLTensor in = floats(x, 2, grid), to = floats(y, 2, wide), all = floats(sums, 1, four);
  DLTensor *inputs[] = {&in}, *outputs[] = {&to, &all};
  must(workbench_graph_execute(mlp, outputs, 2, inputs, 1));
  expect(is_right(y, sums), "a graph on the program's memory");
  weight[0] = 100;
  memset(y, 0, sizeof y);
  must(workbench_graph_execute(mlp, outputs, 2, inputs, 1));
  expect(is_right(y, sums), "its weights are copies");
  weight[0] = 1;
  in = floats(columns, 2, grid);
  in.strides = by_columns;
  all.strides = by_two;
  memset(sums, 0, sizeof sums);
  must(workbench_graph_execute(mlp, outputs, 2, inputs, 1));
  expect(y[2] == 9.5f && sums[0] == 16.5f && sums[1] == 0 && sums[4] == 16.5f, "strides");
  in = floats(x, 2, one_row);
  to = floats(one, 2, one_wide);
  all = floats(sums, 1, two);
  must(workbench_graph_execute(mlp, outputs, 2, inputs, 1));
  expect(one[0] == 5 && one[1] == 2 && sums[1] == 16.5f, "another size");
  in = floats(NULL, 2, none);
  to = floats(NULL, 2, empty);
  all = floats(NULL, 1, zero);
  must(workbench_graph_execute(mlp, outputs, 2, inputs, 1));
  expect(1, "nothing at all");
}

static void try_refusals(workbench_graph *mlp) {
  float x[12] = {0}, y[6], sums[4];
  double d[4] = {0};
  int64_t grid[] = {2, 2}, wide[] = {2, 3}, four[] = {4}, flat[] = {6};
  DLTensor in = floats(x, 2, grid), to = floats(y, 2, wide), all = floats(sums, 1, four);
  DLTensor *inputs[] = {&in, &in}, *outputs[] = {&to, &all};
  fails(workbench_graph_execute(mlp, outputs, 2, inputs, 2), WORKBENCH_USAGE,
        "execute was given 2 inputs, and needs 1");
  fails(workbench_graph_execute(mlp, outputs, 1, inputs, 1), WORKBENCH_USAGE,
        "execute_into was given 1 outputs, and needs 2");
  to = floats(y, 1, flat);
  fails(workbench_graph_execute(mlp, outputs, 2, inputs, 1), WORKBENCH_USAGE,
        "graph 'mlp': output 1 is float[6], and must be float[2, 3]");
  to = floats(x, 2, wide);
  fails(workbench_graph_execute(mlp, outputs, 2, inputs, 1), WORKBENCH_USAGE,
        "input 1: its memory overlaps that of output 1");
  to = floats(y, 2, wide);
  in = tensor_of(d, kDLFloat, 64, 2, grid);
  fails(workbench_graph_execute(mlp, outputs, 2, inputs, 1), WORKBENCH_USAGE,
        "input 1 is double[2, 2], and must be float[n, 2]");
  in = floats(x, 2, grid);
  outputs[1] = NULL;
  fails(workbench_graph_execute(mlp, outputs, 2, inputs, 1), WORKBENCH_USAGE,
        "output 2: it is NULL");
}

static void try_other_weights(workbench_graph *mlp) {
  float x[2] = {1, 1}, y[3], sums[2], none[3] = {0};
  int64_t grid[] = {1, 2}, wide[] = {1, 3}, two[] = {2};
  DLTensor b = floats(none, 1, bias_shape), *weights[] = {&b};
  DLTensor in = floats(x, 2, grid), to = floats(y, 2, wide), all = floats(sums, 1, two);
  DLTensor *inputs[] = {&in}, *outputs[] = {&to, &all};
  must(workbench_graph_set_weights(mlp, &names[1], weights, 1));
  must(workbench_graph_execute(mlp, outputs, 2, inputs, 1));
  expect(y[0] == 5 && y[1] == 7 && y[2] == 9, "another weight, the others as they were");
  b = floats(none, 1, two);
  fails(workbench_graph_set_weights(mlp, &names[1], weights, 1), WORKBENCH_USAGE,
        "weight 'bias' is float[2], and must be float[3]");
  must(workbench_graph_execute(mlp, outputs, 2, inputs, 1));
  expect(y[1] == 7, "a wrong one changes nothing");
  b = floats(bias, 1, bias_shape);
  must(workbench_graph_set_weights(mlp, &names[1], weights, 1));
}

static void try_explain(workbench_graph *mlp, int is_on_device) {
  int64_t grid[] = {64, 2};
  DLTensor in = floats(NULL, 2, grid), *inputs[] = {&in};
  char *text;
  must(workbench_graph_explain(mlp, inputs, 1, &text));
  expect(strstr(text, "mlp") != NULL && strstr(text, "64") != NULL &&
             (strstr(text, "kernel") != NULL || !is_on_device),
         "an explanation for these inputs");
  printf("# %.*s\n", (int)strcspn(text, "\n"), text);
  workbench_text_free(text);
}

static void try_own_weights(workbench_host *host, workbench_context *context) {
  unsigned char mask[3] = {1, 0, 1}, inverse[3];
  int32_t chosen[3];
  int64_t three[] = {3};
  DLTensor in = tensor_of(mask, 6, 8, 1, three), a = tensor_of(chosen, kDLInt, 32, 1, three),
           b = tensor_of(inverse, 6, 8, 1, three);
  DLTensor *inputs[] = {&in}, *outputs[] = {&a, &b};
  workbench_graph *graph;
  must(load(host, "own_weights", context, &graph));
  must(workbench_graph_execute(graph, outputs, 2, inputs, 1));
  expect(chosen[0] == 7 && chosen[1] == -1 && chosen[2] == 7 && inverse[0] == 0 && inverse[1] == 1,
         "weights of the file, and bools");
  const char *const yes[] = {"yes"};
  int32_t eight = 8;
  DLTensor w = tensor_of(&eight, kDLInt, 32, 0, NULL), *weights[] = {&w};
  must(workbench_graph_set_weights(graph, yes, weights, 1));
  must(workbench_graph_execute(graph, outputs, 2, inputs, 1));
  expect(chosen[0] == 8 && chosen[1] == -1, "one of them is another");
  must(workbench_graph_release(graph));
  fails(workbench_graph_execute(graph, outputs, 2, inputs, 1), WORKBENCH_USAGE,
        "the graph was released");
  fails(workbench_graph_release(graph), WORKBENCH_USAGE, "the graph was released");
}

static void try_operations(workbench_host *host, workbench_context *context) {
  float x[4] = {1, 2, 3, 4}, y[4] = {0}, slope[4] = {0};
  int64_t four[] = {4};
  DLTensor in = floats(x, 1, four), a = floats(y, 1, four), b = floats(slope, 1, four);
  DLTensor *inputs[] = {&in}, *outputs[] = {&a, &b};
  workbench_graph *graph;
  must(load(host, "uses_ops", context, &graph));
  must(workbench_graph_execute(graph, outputs, 2, inputs, 1));
  expect(y[0] == 3 && y[3] == 12, "an operation of a folder beside the file");
  expect(slope[0] == 6 && slope[3] == 24, "and a gradient of the graph");
}

/* ---- buffers ----------------------------------------------------------------------------------
 */

static void try_buffers(workbench_graph *mlp, workbench_graph *on_cpu, workbench_context *context) {
  float x[4] = {1, 1, 0, -1}, y[6] = {0}, sums[4] = {0};
  int64_t grid[] = {2, 2}, wide[] = {2, 3}, four[] = {4};
  workbench_queue *queue = workbench_context_queue(context);
  workbench_buffer *a = new_buffer(context, 4), *b = new_buffer(context, 6),
                   *w = new_buffer(context, 6);
  DLTensor in = on_device(a, 2, grid), to = on_device(b, 2, wide), all = floats(sums, 1, four);
  DLTensor *inputs[] = {&in}, *outputs[] = {&to, &all};
  must(workbench_write(queue, a, x, sizeof x));
  must(workbench_graph_execute(mlp, outputs, 2, inputs, 1));
  must(workbench_read(queue, b, y, sizeof y));
  expect(is_right(y, sums), "buffers, and memory beside them");
  must(workbench_write(queue, w, weight, sizeof weight));
  DLTensor held = on_device(w, 2, weight_shape), *weights[] = {&held};
  must(workbench_graph_set_weights(mlp, names, weights, 1));
  must(workbench_synchronize(queue));
  must(workbench_buffer_release(w));
  memset(sums, 0, sizeof sums);
  must(workbench_graph_execute(mlp, outputs, 2, inputs, 1));
  must(workbench_read(queue, b, y, sizeof y));
  expect(is_right(y, sums), "a weight of a buffer is a copy, too");
  fails(workbench_graph_execute(on_cpu, outputs, 2, inputs, 1), WORKBENCH_USAGE,
        "output 1 is on a device, and graph 'mlp' was loaded for the CPU");
  must(workbench_buffer_release(a));
  must(workbench_buffer_release(b));
}

/* How many findings there are; all are told in comments. */
static size_t count_findings(workbench_host *host, const char *kind, unsigned *line) {
  size_t found = 0;
  for (size_t i = 0; i < workbench_finding_count(host); i++) {
    workbench_finding finding = {.size = sizeof finding};
    must(workbench_finding_get(host, i, &finding));
    printf("# %s:%u: %s: %s\n", finding.file, finding.line, finding.kind, finding.sentence);
    if (strcmp(finding.kind, kind) != 0) continue;
    *line = finding.line;
    found++;
  }
  return found;
}

static void try_findings(workbench_host *host, workbench_context *context) {
  float x[4] = {1, 2, 3, 4}, taps[4] = {1, 0, 0, 0}, y[4];
  int64_t four[] = {4};
  unsigned line = 0;
  DLTensor in = floats(x, 1, four), t = floats(taps, 1, four), to = floats(y, 1, four);
  DLTensor *inputs[] = {&in, &t}, *outputs[] = {&to};
  workbench_graph *graph;
  workbench_device_info info = {.size = sizeof info};
  must(workbench_context_device(context, &info));
  must(load(host, "strays", context, &graph));
  count_findings(host, "", &line);
  expect(workbench_finding_count(host) == 0, "nothing was found so far");
  if (!info.checks) return;
  const unsigned here = __LINE__ + 1;
  must(workbench_graph_execute(graph, outputs, 1, inputs, 2));
  expect(count_findings(host, "out-of-bounds", &line) == 1 && line == here,
         "what a graph's kernel does wrong is a finding, with the line that executed it");
}

/* ---- what is wrong with files -----------------------------------------------------------------
 */

static void try_files(workbench_host *host) {
  workbench_graph *graph = (workbench_graph *)host;
  fails(load(host, "nowhere", NULL, &graph), WORKBENCH_NOT_FOUND, "there is no file ");
  expect(graph == NULL, "and no graph");
  fails(workbench_graph_load(host, folder, NULL, &graph), WORKBENCH_NOT_FOUND, "there is no file ");
  fails(load(host, "no_graph", NULL, &graph), WORKBENCH_USAGE,
        "no_graph.lua gives a table, and must return a graph: return graph.Graph(");
  fails(load(host, "_factor", NULL, &graph), WORKBENCH_USAGE, "_factor.lua gives a number");
  fails(load(host, "syntax", NULL, &graph), WORKBENCH_USAGE, "syntax.lua:2: ");
  fails(load(host, "wrong_shapes", NULL, &graph), WORKBENCH_USAGE,
        "wrong_shapes.lua:3: add: shapes [3, 4] and [2, 4] do not broadcast");
  fails(load(host, "no_value", NULL, &graph), WORKBENCH_USAGE,
        "no_value.lua: graph 'no_value': its function returns no value");
  fails(load(host, "opens_files", NULL, &graph), WORKBENCH_USAGE,
        "opens_files.lua:1: attempt to index a nil value (global 'io')");
  fails(load(host, "wrong_weights", NULL, &graph), WORKBENCH_USAGE,
        "wrong_weights.lua: graph 'wrong_weights': weight 'w' is float[3], and must be float[2]");
  expect(graph == NULL, "none of them is a graph");
}

static void try_released_context(workbench_host *host) {
  workbench_context *context;
  workbench_graph *graph;
  workbench_op_result results[2];
  unsigned char mask[1] = {1};
  int64_t one[] = {1};
  DLTensor in = tensor_of(mask, 6, 8, 1, one), *inputs[] = {&in};
  must(workbench_context_new(host, NULL, &context));
  must(load(host, "own_weights", context, &graph));
  must(workbench_graph_infer(graph, inputs, 1, results, 2));
  must(workbench_context_release(context));
  fails(workbench_graph_infer(graph, inputs, 1, results, 2), WORKBENCH_USAGE,
        "the context was released");
  must(workbench_graph_release(graph));
}

int main(int argc, char **argv) {
  workbench_host *host;
  workbench_context *context;
  workbench_graph *mlp, *on_device_too;
  unsigned line = 0;
  if (argc < 2) return 2;
  folder = argv[1];
  must(workbench_open(NULL, &host));
  must(workbench_context_new(host, NULL, &context));
  try_files(host);
  must(load(host, "mlp", NULL, &mlp));
  must(load(host, "mlp", context, &on_device_too));
  try_description(mlp);
  for (int on_cpu = 1; on_cpu >= 0; on_cpu--) {
    workbench_graph *graph = on_cpu ? mlp : on_device_too;
    printf("# on %s\n", on_cpu ? "the CPU" : "the device");
    try_infer(graph);
    try_weights(graph);
    try_memory(graph);
    try_refusals(graph);
    try_other_weights(graph);
    try_explain(graph, !on_cpu);
    try_own_weights(host, on_cpu ? NULL : context);
    try_source(host, on_cpu ? NULL : context);
    try_operations(host, on_cpu ? NULL : context);
  }
  try_buffers(on_device_too, mlp, context);
  try_released_context(host);
  try_findings(host, context);
  must(workbench_finish(host));
  expect(count_findings(host, "leak", &line) == 0, "what graphs made for themselves is no leak");
  workbench_close(host);
  printf("1..%u\n", count);
  return failed > 0;
}
