/* Every function of libworkbench, called in ways that are wrong: each call is to fail with a
 * sentence that has its name, and the program is to come to its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <workbench.h>

static unsigned count, failed;

static void expect(int right, const char *what) {
  count++;
  if (!right) failed++;
  printf("%sok %u - %s\n", right ? "" : "not ", count, what);
}

/* A call that is refused, for a reason that has these words. */
static void refused(workbench_status status, const char *words, const char *what) {
  const char *text = workbench_error_text();
  const int right = status == WORKBENCH_USAGE && strstr(text, words) != NULL;
  expect(right, what);
  if (!right) printf("# %s: %s\n", workbench_status_name(status), text);
}
#define REFUSED(words, call) refused(call, words, #call)
/* Whatever is wrong, the function's own name is said. */
#define REFUSED_BY(function, ...) \
  refused(function(__VA_ARGS__), #function ":", #function "(" #__VA_ARGS__ ")")

static workbench_buffer_options floats(uint64_t elements, workbench_side side) {
  workbench_buffer_options options = {
      .size = sizeof options, .type = "float", .count = elements, .side = side};
  return options;
}

struct things {
  workbench_host *host;
  workbench_context *context;
  workbench_queue *queue;
  workbench_buffer *device, *memory;
  workbench_program *program;
  workbench_kernel *kernel;
  workbench_event *event;
};

static struct things make_things(void) {
  struct things t;
  const workbench_program_options text = {
      .size = sizeof text,
      .source = "__kernel void twice(__global float *a, int n) { a[get_global_id(0)] *= n; }"};
  const workbench_buffer_options device = floats(4, WORKBENCH_DEVICE),
                                 memory = floats(4, WORKBENCH_HOST);
  if (workbench_open(NULL, &t.host) != WORKBENCH_OK ||
      workbench_context_new(t.host, NULL, &t.context) != WORKBENCH_OK ||
      workbench_buffer_new(t.context, &device, &t.device) != WORKBENCH_OK ||
      workbench_buffer_new(t.context, &memory, &t.memory) != WORKBENCH_OK ||
      workbench_program_new(t.context, &text, &t.program) != WORKBENCH_OK ||
      workbench_kernel_new(t.program, NULL, &t.kernel) != WORKBENCH_OK ||
      workbench_event_new(t.context, &t.event) != WORKBENCH_OK) {
    printf("Bail out! %s\n", workbench_error_text());
    exit(1);
  }
  t.queue = workbench_context_queue(t.context);
  return t;
}

/* ---- no handle, no place ----------------------------------------------------------------------
 */

static void try_null_hosts(void) {
  workbench_device_info info = {.size = sizeof info};
  workbench_finding finding = {.size = sizeof finding};
  workbench_context *context;
  size_t number;
  char *text;
  REFUSED_BY(workbench_open, NULL, NULL);
  REFUSED_BY(workbench_finish, NULL);
  REFUSED_BY(workbench_finding_get, NULL, 0, &finding);
  REFUSED_BY(workbench_findings_text, NULL, &text);
  REFUSED_BY(workbench_device_count, NULL, NULL, &number);
  REFUSED_BY(workbench_device_get, NULL, NULL, 0, &info);
  REFUSED_BY(workbench_context_new, NULL, NULL, &context);
  expect(workbench_finding_count(NULL) == 0, "workbench_finding_count(NULL) is 0");
  workbench_close(NULL);
  workbench_text_free(NULL);
}

static void try_null_handles(void) {
  workbench_device_info info = {.size = sizeof info};
  workbench_buffer_options options = floats(1, WORKBENCH_HOST);
  workbench_program_options text = {.size = sizeof text, .source = ""};
  workbench_launch_options launch = {.size = sizeof launch, .grid = {1}};
  workbench_times times = {.size = sizeof times};
  workbench_queue *queue;
  workbench_buffer *buffer;
  workbench_program *program;
  workbench_kernel *kernel;
  workbench_event *event;
  void *elements;
  int done;
  char byte = 0;
  REFUSED_BY(workbench_context_device, NULL, &info);
  expect(workbench_context_queue(NULL) == NULL, "workbench_context_queue(NULL) is NULL");
  REFUSED_BY(workbench_queue_new, NULL, &queue);
  REFUSED_BY(workbench_queue_release, NULL);
  REFUSED_BY(workbench_context_release, NULL);
  REFUSED_BY(workbench_synchronize, NULL);
  REFUSED_BY(workbench_context_synchronize, NULL);
  REFUSED_BY(workbench_flush, NULL);
  REFUSED_BY(workbench_buffer_new, NULL, &options, &buffer);
  REFUSED_BY(workbench_buffer_part, NULL, 0, &options, &buffer);
  REFUSED_BY(workbench_buffer_release, NULL);
  REFUSED_BY(workbench_buffer_drop, NULL);
  expect(workbench_buffer_bytes(NULL) == 0, "workbench_buffer_bytes(NULL) is 0");
  REFUSED_BY(workbench_elements, NULL, WORKBENCH_READ, 0, 1, &elements);
  REFUSED_BY(workbench_map, NULL, NULL, WORKBENCH_READ, &buffer);
  REFUSED_BY(workbench_unmap, NULL);
  REFUSED_BY(workbench_copy, NULL, NULL, NULL);
  REFUSED_BY(workbench_write, NULL, NULL, &byte, 1);
  REFUSED_BY(workbench_read, NULL, NULL, &byte, 1);
  REFUSED_BY(workbench_fill, NULL, NULL, &byte, 1);
  REFUSED_BY(workbench_program_new, NULL, &text, &program);
  expect(workbench_program_log(NULL)[0] == '\0', "workbench_program_log(NULL) is empty");
  REFUSED_BY(workbench_program_release, NULL);
  REFUSED_BY(workbench_kernel_new, NULL, NULL, &kernel);
  REFUSED_BY(workbench_kernel_release, NULL);
  REFUSED_BY(workbench_launch, NULL, NULL, &launch);
  REFUSED_BY(workbench_kernel_set_argument, NULL, 0, workbench_int(1));
  REFUSED_BY(workbench_event_new, NULL, &event);
  REFUSED_BY(workbench_event_release, NULL);
  REFUSED_BY(workbench_record, NULL, NULL);
  REFUSED_BY(workbench_wait_for, NULL, NULL);
  REFUSED_BY(workbench_event_synchronize, NULL);
  REFUSED_BY(workbench_event_is_done, NULL, &done);
  REFUSED_BY(workbench_event_times, NULL, &times);
}

static void try_null_operations(const struct things *t) {
  workbench_op_info info = {.size = sizeof info};
  workbench_op_argument argument = {.size = sizeof argument};
  workbench_op_parameter parameter = {.size = sizeof parameter};
  workbench_op_result result;
  workbench_ops *ops;
  size_t index;
  REFUSED_BY(workbench_ops_load, NULL, "ops", &ops);
  REFUSED_BY(workbench_ops_load, t->host, NULL, &ops);
  REFUSED_BY(workbench_ops_load, t->host, "ops", NULL);
  REFUSED_BY(workbench_ops_release, NULL);
  expect(workbench_ops_count(NULL) == 0, "workbench_ops_count(NULL) is 0");
  REFUSED_BY(workbench_ops_find, NULL, "add_one", &index);
  REFUSED_BY(workbench_ops_find, NULL, "add_one", NULL);
  REFUSED_BY(workbench_ops_get, NULL, 0, &info);
  REFUSED_BY(workbench_ops_get_argument, NULL, 0, 0, &argument);
  REFUSED_BY(workbench_ops_get_parameter, NULL, 0, 0, &parameter);
  REFUSED_BY(workbench_ops_infer, NULL, "add_one", NULL, NULL, 0, &result, 1);
  REFUSED_BY(workbench_ops_call, NULL, "add_one", NULL, NULL, 0, NULL, 0);
  REFUSED_BY(workbench_ops_gradient, NULL, "add_one", NULL, NULL, NULL, 0, NULL, 0);
}

/* With operations that are there. */
static void try_operations(const struct things *t, const char *path) {
  workbench_op_info info = {.size = sizeof info};
  workbench_op_argument argument = {.size = sizeof argument};
  workbench_op_parameter parameter = {.size = sizeof parameter};
  workbench_ops_options options = {.size = sizeof options, .parameter_count = 1};
  workbench_tensor *none[1] = {NULL};
  workbench_ops *ops;
  struct things other = make_things();
  if (workbench_ops_load(t->host, path, &ops) != WORKBENCH_OK) {
    expect(0, "operations are loaded");
    return;
  }
  REFUSED("a library of operations is given for a buffer",
          workbench_buffer_release((workbench_buffer *)ops));
  REFUSED("there is no operation 99", workbench_ops_get(ops, 99, &info));
  REFUSED("NULL", workbench_ops_get(ops, 0, NULL));
  REFUSED("no argument 2", workbench_ops_get_argument(ops, 0, 2, &argument));
  REFUSED("no parameter 0", workbench_ops_get_parameter(ops, 0, 0, &parameter));
  REFUSED("NULL", workbench_ops_call(ops, NULL, NULL, none, 1, none, 1));
  REFUSED("output 1: it is NULL", workbench_ops_call(ops, "add_one", NULL, none, 1, none, 1));
  REFUSED("list of outputs", workbench_ops_call(ops, "add_one", NULL, NULL, 1, none, 1));
  REFUSED("tensors", workbench_ops_call(ops, "add_one", NULL, none, (size_t)-1, none, (size_t)-1));
  REFUSED("tensors", workbench_ops_gradient(ops, "add_one", NULL, none, none, 1, none, (size_t)-1));
  REFUSED("parameters", workbench_ops_call(ops, "add_one", &options, none, 1, none, 1));
  options.parameters = &(workbench_parameter){.name = NULL};
  REFUSED("parameter 0", workbench_ops_call(ops, "add_one", &options, none, 1, none, 1));
  options.parameter_count = 0;
  options.context = other.context;
  REFUSED("another host", workbench_ops_call(ops, "add_one", &options, none, 1, none, 1));
  options.size = 0;
  REFUSED("size", workbench_ops_call(ops, "add_one", &options, none, 1, none, 1));
  REFUSED("NULL", workbench_ops_infer(ops, "add_one", NULL, none, 1, NULL, 1));
  expect(workbench_ops_release(ops) == WORKBENCH_OK, "operations are released");
  REFUSED("was released", workbench_ops_release(ops));
  workbench_close(other.host);
}

static void try_null_graphs(const struct things *t) {
  workbench_graph_info info = {.size = sizeof info};
  workbench_op_argument argument = {.size = sizeof argument};
  workbench_op_result result;
  workbench_graph *graph;
  char *text;
  REFUSED_BY(workbench_graph_load, NULL, "mlp.lua", NULL, &graph);
  REFUSED_BY(workbench_graph_load, t->host, NULL, NULL, &graph);
  REFUSED_BY(workbench_graph_load, t->host, "mlp.lua", NULL, NULL);
  REFUSED_BY(workbench_graph_release, NULL);
  REFUSED_BY(workbench_graph_get, NULL, &info);
  REFUSED_BY(workbench_graph_get_argument, NULL, 0, &argument);
  REFUSED_BY(workbench_graph_set_weights, NULL, NULL, NULL, 0);
  REFUSED_BY(workbench_graph_execute, NULL, NULL, 0, NULL, 0);
  REFUSED_BY(workbench_graph_infer, NULL, NULL, 0, &result, 1);
  REFUSED_BY(workbench_graph_explain, NULL, NULL, 0, &text);
  REFUSED_BY(workbench_graph_explain, NULL, NULL, 0, NULL);
}

/* With a graph that is there. */
static void try_graphs(const struct things *t, const char *path) {
  workbench_graph_info info = {.size = 1};
  workbench_tensor *none[1] = {NULL};
  const char *const no_names[1] = {NULL};
  workbench_graph *graph;
  struct things other = make_things();
  workbench_graph_options options = {.size = sizeof options, .context = other.context};
  REFUSED("another host", workbench_graph_load(t->host, path, &options, &graph));
  options.size = 0;
  REFUSED("size", workbench_graph_load(t->host, path, &options, &graph));
  if (workbench_graph_load(t->host, path, NULL, &graph) != WORKBENCH_OK) {
    expect(0, "a graph is loaded");
    return;
  }
  REFUSED("a graph is given for a library of operations",
          workbench_ops_release((workbench_ops *)graph));
  REFUSED("size", workbench_graph_get(graph, &info));
  REFUSED("NULL", workbench_graph_get_argument(graph, 0, NULL));
  REFUSED("list of names", workbench_graph_set_weights(graph, NULL, none, 1));
  REFUSED("the name of weight 1", workbench_graph_set_weights(graph, no_names, none, 1));
  REFUSED("list of outputs", workbench_graph_execute(graph, NULL, 1, none, 1));
  REFUSED("list of inputs", workbench_graph_execute(graph, NULL, 0, NULL, 1));
  REFUSED("output 1: it is NULL", workbench_graph_execute(graph, none, 1, none, 1));
  REFUSED("tensors", workbench_graph_execute(graph, none, (size_t)-1, none, (size_t)-1));
  REFUSED("NULL", workbench_graph_infer(graph, none, 1, NULL, 1));
  REFUSED("NULL", workbench_graph_explain(graph, none, 1, NULL));
  expect(workbench_graph_release(graph) == WORKBENCH_OK, "a graph is released");
  REFUSED("was released", workbench_graph_get(graph, &info));
  workbench_close(other.host);
}

static void try_null_places(const struct things *t) {
  const workbench_buffer_options options = floats(1, WORKBENCH_HOST);
  const workbench_program_options text = {.size = sizeof text, .source = ""};
  REFUSED("NULL", workbench_device_count(t->host, NULL, NULL));
  REFUSED("NULL", workbench_device_get(t->host, NULL, 0, NULL));
  REFUSED("NULL", workbench_findings_text(t->host, NULL));
  REFUSED("NULL", workbench_context_new(t->host, NULL, NULL));
  REFUSED("NULL", workbench_context_device(t->context, NULL));
  REFUSED("NULL", workbench_queue_new(t->context, NULL));
  REFUSED("NULL", workbench_buffer_new(t->context, &options, NULL));
  REFUSED("NULL", workbench_buffer_part(t->device, 0, &options, NULL));
  REFUSED("NULL", workbench_elements(t->memory, WORKBENCH_READ, 0, 1, NULL));
  REFUSED("NULL", workbench_map(t->queue, t->device, WORKBENCH_READ, NULL));
  REFUSED("NULL", workbench_write(t->queue, t->device, NULL, 4));
  REFUSED("NULL", workbench_read(t->queue, t->device, NULL, 4));
  REFUSED("NULL", workbench_fill(t->queue, t->device, NULL, 4));
  REFUSED("NULL", workbench_copy(t->queue, t->device, NULL));
  REFUSED("NULL", workbench_program_new(t->context, &text, NULL));
  REFUSED("NULL", workbench_kernel_new(t->program, NULL, NULL));
  REFUSED("NULL", workbench_event_new(t->context, NULL));
  REFUSED("NULL", workbench_event_is_done(t->event, NULL));
}

/* ---- options ------------------------------------------------------------------------------------
 */

static void try_options(const struct things *t) {
  workbench_options none = {.size = 0};
  workbench_host *host;
  workbench_context *context;
  workbench_buffer *buffer;
  workbench_program *program;
  workbench_buffer_options options = floats(1, WORKBENCH_HOST);
  const workbench_context_options far = {.size = sizeof far, .api = "emulator", .id = 99};
  const workbench_context_options odd = {.size = sizeof odd, .api = "vulcan"};
  const workbench_program_options empty = {.size = sizeof empty};
  struct {
    workbench_options known;
    int later;
  } newer = {.known = {.size = sizeof newer}, .later = 0};
  REFUSED("size", workbench_open(&none, &host));
  none.size = 1u << 20;
  REFUSED("size", workbench_open(&none, &host));
  expect(workbench_open(&newer.known, &host) == WORKBENCH_OK,
         "fields of a later version may be there");
  workbench_close(host);
  newer.later = 1;
  REFUSED("does not know", workbench_open(&newer.known, &host));
  REFUSED("no device 99", workbench_context_new(t->host, &far, &context));
  REFUSED("no api", workbench_context_new(t->host, &odd, &context));
  REFUSED("no api", workbench_device_count(t->host, "vulcan", &(size_t){0}));
  REFUSED("NULL", workbench_buffer_new(t->context, NULL, &buffer));
  options.type = "flaot";
  REFUSED("did you mean \"float\"", workbench_buffer_new(t->context, &options, &buffer));
  options.type = NULL;
  REFUSED("element_bytes", workbench_buffer_new(t->context, &options, &buffer));
  options.element_bytes = (size_t)-1;
  REFUSED("element_bytes", workbench_buffer_new(t->context, &options, &buffer));
  options = floats(UINT64_MAX, WORKBENCH_HOST);
  REFUSED("too large", workbench_buffer_new(t->context, &options, &buffer));
  options = floats(1, (workbench_side)7);
  REFUSED("no side 7", workbench_buffer_new(t->context, &options, &buffer));
  REFUSED("what to compile", workbench_program_new(t->context, &empty, &program));
  REFUSED("NULL", workbench_program_new(t->context, NULL, &program));
  options = floats((uint64_t)1 << 40, WORKBENCH_HOST);
  expect(workbench_buffer_new(t->context, &options, &buffer) == WORKBENCH_LIMIT,
         "there is a limit of memory");
}

/* ---- what cannot be
 * ------------------------------------------------------------------------------- */

static void try_elements(const struct things *t) {
  void *elements = "";
  char bytes[64] = {0};
  workbench_buffer *part;
  const workbench_buffer_options five = floats(5, WORKBENCH_HOST);
  REFUSED("none of them", workbench_elements(t->memory, WORKBENCH_READ, 4, 1, &elements));
  expect(elements == NULL, "and no address is given");
  REFUSED("some from",
          workbench_elements(t->memory, WORKBENCH_READ, UINT64_MAX, UINT64_MAX, &elements));
  REFUSED("lies on the device", workbench_elements(t->device, WORKBENCH_WRITE, 0, 1, &elements));
  REFUSED("no access", workbench_elements(t->memory, (workbench_access)9, 0, 1, &elements));
  REFUSED("copy-out-of-range", workbench_buffer_part(t->memory, 0, &five, &part));
  REFUSED("copy-out-of-range", workbench_buffer_part(t->memory, UINT64_MAX, &five, &part));
  REFUSED("copy-out-of-range", workbench_write(t->queue, t->device, bytes, 64));
  REFUSED("copy-out-of-range", workbench_read(t->queue, t->device, bytes, 17));
  REFUSED("pattern", workbench_fill(t->queue, t->device, bytes, 3));
  REFUSED("pattern", workbench_fill(t->queue, t->device, bytes, 0));
  REFUSED("overlapping-copy", workbench_copy(t->queue, t->device, t->device));
  REFUSED("no mapping", workbench_unmap(t->memory));
  REFUSED("needs no mapping", workbench_map(t->queue, t->memory, WORKBENCH_READ, &part));
  REFUSED("no access", workbench_map(t->queue, t->device, (workbench_access)9, &part));
  REFUSED("own queue", workbench_queue_release(t->queue));
}

static void try_launches(const struct things *t) {
  const workbench_argument two[] = {workbench_buffer_argument(t->device), workbench_int(2)};
  const workbench_argument swapped[] = {workbench_int(2), workbench_buffer_argument(t->device)};
  const workbench_argument none[] = {workbench_buffer_argument(NULL), workbench_int(2)};
  const workbench_argument empty[] = {workbench_null_argument(), workbench_value_argument("", 0)};
  const workbench_argument wide[] = {workbench_local_argument(4), workbench_double(2)};
  workbench_launch_options launch = {.size = sizeof launch, .grid = {1}, .block = {4}};
  REFUSED("never set", workbench_launch(t->queue, t->kernel, &launch));
  launch.argument_count = 2;
  REFUSED("NULL", workbench_launch(t->queue, t->kernel, &launch));
  launch.arguments = two;
  launch.argument_count = 1;
  REFUSED("takes 2 arguments", workbench_launch(t->queue, t->kernel, &launch));
  launch.argument_count = 65;
  REFUSED("too many", workbench_launch(t->queue, t->kernel, &launch));
  launch.argument_count = 2;
  launch.dimensions = 4;
  REFUSED("dimensions", workbench_launch(t->queue, t->kernel, &launch));
  launch.dimensions = 1;
  launch.grid[0] = 0;
  REFUSED("invalid-launch", workbench_launch(t->queue, t->kernel, &launch));
  launch.grid[0] = (size_t)-1;
  REFUSED("too many", workbench_launch(t->queue, t->kernel, &launch));
  launch.grid[0] = 1;
  launch.block[0] = (size_t)1 << 40;
  REFUSED("too large", workbench_launch(t->queue, t->kernel, &launch));
  launch.block[0] = 4;
  launch.arguments = swapped;
  REFUSED("invalid-argument", workbench_launch(t->queue, t->kernel, &launch));
  launch.arguments = none;
  REFUSED("buffer is NULL", workbench_launch(t->queue, t->kernel, &launch));
  launch.arguments = empty;
  REFUSED("has 0 bytes", workbench_launch(t->queue, t->kernel, &launch));
  launch.arguments = wide;
  REFUSED("invalid-argument", workbench_launch(t->queue, t->kernel, &launch));
  REFUSED("NULL", workbench_launch(t->queue, t->kernel, NULL));
  REFUSED("argument", workbench_kernel_set_argument(t->kernel, 64, workbench_float(1)));
  REFUSED("argument", workbench_kernel_set_argument(t->kernel, 1, workbench_long(1)));
  REFUSED("argument", workbench_kernel_set_argument(t->kernel, 1, workbench_ulong(1)));
  REFUSED("no kind",
          workbench_kernel_set_argument(
              t->kernel, 1, workbench_argument_of((workbench_argument_kind)9, NULL, 4, "")));
}

static void try_programs(const struct things *t) {
  const workbench_program_options broken = {.size = sizeof broken,
                                            .source = "__kernel void add( {"};
  const workbench_program_options missing = {.size = sizeof missing, .file = "/nowhere/add.cl"};
  workbench_program *program;
  workbench_kernel *kernel;
  expect(workbench_program_new(t->context, &broken, &program) == WORKBENCH_COMPILE,
         "what does not compile says so");
  expect(strstr(workbench_program_log(program), "error") != NULL, "and has a log");
  REFUSED("did not compile", workbench_kernel_new(program, NULL, &kernel));
  expect(workbench_program_release(program) == WORKBENCH_OK, "and is released");
  REFUSED("was released", workbench_program_release(program));
  expect(workbench_program_new(t->context, &missing, &program) == WORKBENCH_NOT_FOUND &&
             program == NULL,
         "there is no such file");
  expect(
      workbench_kernel_new(t->program, "twcie", &kernel) == WORKBENCH_NOT_FOUND && kernel == NULL,
      "there is no such kernel");
}

/* ---- handles in the wrong place
 * ------------------------------------------------------------------- */

static void try_handles(const struct things *t) {
  struct things other = make_things();
  workbench_host *host = t->host;
  workbench_buffer *buffer;
  workbench_queue *queue = NULL;
  unsigned char junk[64] = {0};
  char byte = 0;
  REFUSED("a host is given for a queue", workbench_synchronize((workbench_queue *)host));
  REFUSED("no handle", workbench_synchronize((workbench_queue *)junk));
  REFUSED("another host", workbench_copy(t->queue, t->device, other.memory));
  REFUSED("another host", workbench_record(t->queue, other.event));
  REFUSED("another host",
          workbench_launch(t->queue, other.kernel, &(workbench_launch_options){.size = 8}));
  expect(workbench_queue_new(t->context, &queue) == WORKBENCH_OK &&
             workbench_queue_release(queue) == WORKBENCH_OK,
         "a queue is released");
  REFUSED("was released", workbench_flush(queue));
  expect(workbench_kernel_release(other.kernel) == WORKBENCH_OK, "a kernel is released");
  REFUSED("was released", workbench_kernel_release(other.kernel));
  expect(workbench_event_release(other.event) == WORKBENCH_OK, "an event is released");
  REFUSED("was released", workbench_event_synchronize(other.event));
  expect(workbench_map(other.queue, other.device, WORKBENCH_WRITE, &buffer) == WORKBENCH_OK,
         "a buffer is mapped");
  REFUSED("workbench_unmap", workbench_buffer_release(buffer));
  REFUSED("mapped-access", workbench_fill(other.queue, other.device, &byte, 1));
  expect(workbench_unmap(buffer) == WORKBENCH_OK, "and unmapped");
  REFUSED("use-after-release", workbench_unmap(buffer));
  expect(workbench_buffer_release(other.device) == WORKBENCH_OK, "a buffer is released");
  REFUSED("use-after-release", workbench_buffer_release(other.device));
  REFUSED("use-after-release", workbench_fill(other.queue, other.device, &byte, 1));
  expect(workbench_context_release(other.context) == WORKBENCH_OK, "a context is released");
  REFUSED("was released", workbench_fill(other.queue, other.memory, &byte, 1));
  expect(workbench_context_queue(other.context) == NULL, "and has no queue");
  REFUSED("context was released", workbench_kernel_new(other.program, NULL, &other.kernel));
  expect(workbench_finish(other.host) == WORKBENCH_OK, "a host is finished");
  REFUSED("finished", workbench_finish(other.host));
  REFUSED("finished", workbench_buffer_release(other.memory));
  expect(workbench_finding_count(other.host) > 0, "and its findings are there");
  workbench_close(other.host);
}

/* Numbers of queues are used again; what still needs one that was released has it. */
static void try_many_queues(void) {
  struct things t = make_things();
  workbench_buffer *mapping;
  workbench_queue *queue;
  char byte = 0;
  int all = workbench_fill(t.queue, t.device, &byte, 1) == WORKBENCH_OK &&
            workbench_synchronize(t.queue) == WORKBENCH_OK;
  all = all && workbench_queue_new(t.context, &queue) == WORKBENCH_OK &&
        workbench_map(queue, t.device, WORKBENCH_WRITE, &mapping) == WORKBENCH_OK &&
        workbench_queue_release(queue) == WORKBENCH_OK;
  for (int i = 0; i < 200 && all; i++)
    all = workbench_queue_new(t.context, &queue) == WORKBENCH_OK &&
          workbench_queue_release(queue) == WORKBENCH_OK;
  expect(all, "queues may come and go");
  expect(workbench_unmap(mapping) == WORKBENCH_OK, "a mapping outlives its queue's handle");
  while (workbench_queue_new(t.context, &queue) == WORKBENCH_OK) all++;
  expect(all < 100 && workbench_context_new(t.host, NULL, &t.context) == WORKBENCH_LIMIT,
         "so many at one time are a limit");
  workbench_close(t.host);
}

static void try_findings(const struct things *t) {
  workbench_finding finding = {.size = sizeof finding};
  workbench_device_info info = {.size = sizeof info};
  workbench_times times = {.size = sizeof times};
  REFUSED("no finding", workbench_finding_get(t->host, 1000, &finding));
  finding.size = 0;
  REFUSED("size", workbench_finding_get(t->host, 0, &finding));
  REFUSED("no device", workbench_device_get(t->host, NULL, 1000, &info));
  REFUSED("no times", workbench_event_times(t->event, &times));
  expect(strcmp(workbench_status_name((workbench_status)99), "unknown") == 0,
         "a status that there is not");
  expect(workbench_version()[0] != '\0', "there is a version");
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  expect(workbench_error_text()[0] == '\0', "there is no error before the first one");
  try_null_hosts();
  try_null_handles();
  const struct things t = make_things();
  try_null_places(&t);
  try_null_operations(&t);
  try_null_graphs(&t);
  try_options(&t);
  try_elements(&t);
  try_launches(&t);
  try_programs(&t);
  try_handles(&t);
  try_operations(&t, argv[1]);
  try_graphs(&t, argv[2]);
  try_findings(&t);
  try_many_queues();
  workbench_close(t.host);
  printf("1..%u\n", count);
  return failed > 0;
}
