#include <lauxlib.h>
#include <lua.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "library/arguments.h"
#include "library/script.h"

struct workbench_graph {
  struct wb_api_script script;
  struct workbench_context *context; /* NULL: it runs on the CPU */
  workbench_graph_info info;
  workbench_op_argument *arguments; /* outputs, inputs, weights */
};

/* What a call has for Lua. */
struct call {
  struct workbench_graph *graph;
  const char *path;         /* of loading */
  const char *source;       /* the text itself; NULL: it is the file's */
  const char *const *names; /* of weights */
  struct wb_api_arguments arguments;
  workbench_op_result *results;
  size_t n_results;
  char *text;
};

/* ---- loading ----------------------------------------------------------------------------------
 */

/* Of the description at the top. */
static void take_description(lua_State *lua, struct workbench_graph *graph) {
  workbench_graph_info *info = &graph->info;
  info->size = sizeof *info;
  info->name = wb_api_script_text_of(lua, "name");
  info->output_count = wb_api_script_take_arguments(lua, "outputs", NULL);
  info->input_count = wb_api_script_take_arguments(lua, "inputs", NULL);
  info->weight_count = wb_api_script_take_arguments(lua, "weights", NULL);
  const size_t count = info->output_count + info->input_count + info->weight_count;
  graph->arguments = wb_alloc((count + 1) * sizeof *graph->arguments);
  wb_api_script_take_arguments(lua, "outputs", graph->arguments);
  wb_api_script_take_arguments(lua, "inputs", graph->arguments + info->output_count);
  wb_api_script_take_arguments(lua, "weights",
                               graph->arguments + info->output_count + info->input_count);
}

static int open_state(lua_State *lua) {
  const struct call *call = lua_touserdata(lua, 1);
  struct workbench_graph *graph = call->graph;
  wb_api_script_open(lua, &graph->script);
  wb_api_script_push_function(lua, "open_graph");
  lua_pushstring(lua, call->path);
  wb_api_script_push_context(lua, &graph->script, graph->context);
  lua_pushstring(lua, call->source);
  lua_call(lua, 3, 1);
  wb_api_script_push_function(lua, "describe_graph");
  lua_pushvalue(lua, -2);
  lua_call(lua, 1, 1);
  take_description(lua, graph);
  graph->info.is_ready = wb_api_script_flag_of(lua, "is_ready");
  wb_api_script_keep(lua, WB_KEPT_DESCRIPTIONS);
  wb_api_script_keep(lua, WB_KEPT_OPENED);
  return 0;
}

static void release_graph(struct wb_api_script *script) {
  struct workbench_graph *graph = (struct workbench_graph *)script;
  free(graph->arguments);
  graph->arguments = NULL;
}

static workbench_status take_options(const char *call, const workbench_graph_options *from,
                                     workbench_host *host, workbench_graph_options *options) {
  workbench_status status = WORKBENCH_OK;
  *options = (workbench_graph_options){.size = sizeof *options};
  if (from != NULL) status = wb_api_take(call, from, options, sizeof *options);
  if (status == WORKBENCH_OK && options->context != NULL)
    status = wb_api_object_check_same(call, options->context, WB_OBJECT_CONTEXT, host);
  return status;
}

static bool is_file(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && !S_ISDIR(about.st_mode);
}

workbench_status workbench_graph_load_at(workbench_host *host, const char *path,
                                         const workbench_graph_options *options,
                                         workbench_graph **out, const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  workbench_graph_options given;
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the graph: it is NULL");
  *out = NULL;
  workbench_status checked = wb_api_object_check(__func__, host, WB_OBJECT_HOST);
  if (checked == WORKBENCH_OK) checked = take_options(__func__, options, host, &given);
  if (checked != WORKBENCH_OK) return checked;
  if (path == NULL) return wb_api_refuse(__func__, "the name of the file is NULL");
  wb_api_object_enter(host, file, line);
  if (given.source == NULL && !is_file(path))
    return wb_api_end(wb_fail(&err, WB_ERR_NOT_FOUND, "there is no file %s", path), &err);
  char *folder = wb_path_dirname(path);
  struct workbench_graph *graph = wb_api_script_new(host, WB_OBJECT_GRAPH, sizeof *graph, folder);
  free(folder);
  graph->script.release = release_graph;
  graph->context = given.context;
  const enum wb_status status = wb_api_script_protect(
      &graph->script, open_state,
      &(struct call){.graph = graph, .path = path, .source = given.source}, WB_ERR_USAGE, &err);
  if (status == WB_OK)
    *out = graph;
  else
    wb_api_script_close(&graph->script);
  return wb_api_end(status, &err);
}

workbench_status workbench_graph_release(workbench_graph *graph) {
  workbench_status checked = wb_api_object_check(__func__, graph, WB_OBJECT_GRAPH);
  if (checked == WORKBENCH_OK) wb_api_script_close(&graph->script);
  return checked;
}

/* ---- what it is -------------------------------------------------------------------------------
 */

workbench_status workbench_graph_get(workbench_graph *graph, workbench_graph_info *info) {
  workbench_status checked = wb_api_object_check(__func__, graph, WB_OBJECT_GRAPH);
  if (checked != WORKBENCH_OK) return checked;
  return wb_api_give(__func__, &graph->info, sizeof *info, info);
}

workbench_status workbench_graph_get_argument(workbench_graph *graph, size_t number,
                                              workbench_op_argument *argument) {
  workbench_status checked = wb_api_object_check(__func__, graph, WB_OBJECT_GRAPH);
  if (checked != WORKBENCH_OK) return checked;
  const workbench_graph_info *info = &graph->info;
  if (number >= info->output_count + info->input_count + info->weight_count)
    return wb_api_refuse(__func__, "graph '%s' has no argument %zu", info->name, number);
  return wb_api_give(__func__, &graph->arguments[number], sizeof *argument, argument);
}

/* ---- calls ------------------------------------------------------------------------------------
 */

/* What each call with tensors begins with; its arguments are to be released in any case. */
static workbench_status begin_call(const char *name, struct workbench_graph *graph, size_t count,
                                   struct call *call) {
  workbench_status status = wb_api_object_check(name, graph, WB_OBJECT_GRAPH);
  if (status == WORKBENCH_OK && graph->context != NULL)
    status = wb_api_object_check(name, graph->context, WB_OBJECT_CONTEXT);
  if (status != WORKBENCH_OK) return status;
  call->graph = graph;
  return wb_api_arguments_begin(&call->arguments, name, &graph->script, graph->context, count);
}

/* The CPU takes no buffers. */
static workbench_status check_sides(const struct call *call) {
  const struct wb_api_arguments *all = &call->arguments;
  for (size_t i = 0; call->graph->context == NULL && i < all->count; i++)
    if (all->tensors[i].buffer != NULL)
      return wb_api_refuse(all->call,
                           "%s %zu is on a device, and graph '%s' was loaded for the CPU: load it "
                           "with the buffer's context",
                           all->places[i].list, all->places[i].number, call->graph->info.name);
  return WORKBENCH_OK;
}

static workbench_status finish_call(struct call *call, lua_CFunction run, const char *file,
                                    int line) {
  struct wb_error err = {.status = WB_OK};
  struct wb_api_script *script = &call->graph->script;
  workbench_status status = check_sides(call);
  if (status == WORKBENCH_OK) status = wb_api_arguments_relate(&call->arguments);
  if (status != WORKBENCH_OK) return status;
  wb_api_object_enter(call->graph, file, line);
  const enum wb_status ended = wb_api_script_protect(script, run, call, WB_ERR_USAGE, &err);
  wb_api_script_end_loans(script);
  return wb_api_end(ended, &err);
}

/* Pushes the function, and what open_graph gave. */
static void push_head(lua_State *lua, const char *function) {
  wb_api_script_push_function(lua, function);
  wb_api_script_push_kept(lua, WB_KEPT_OPENED);
}

static int run_execute(lua_State *lua) {
  struct call *call = lua_touserdata(lua, 1);
  lua_settop(lua, 2);
  push_head(lua, "execute");
  wb_api_arguments_push(lua, &call->arguments, 2);
  lua_call(lua, 3, 0);
  wb_api_arguments_give(&call->arguments);
  return 0;
}

workbench_status workbench_graph_execute_at(workbench_graph *graph,
                                            workbench_tensor *const *outputs, size_t output_count,
                                            workbench_tensor *const *inputs, size_t input_count,
                                            const char *file, int line) {
  struct call call = {.path = NULL};
  size_t count;
  if (__builtin_add_overflow(output_count, input_count, &count)) count = SIZE_MAX;
  workbench_status status = begin_call(__func__, graph, count, &call);
  if (status == WORKBENCH_OK)
    status =
        wb_api_arguments_add(&call.arguments, WB_LIST_OUTPUTS, "output", outputs, output_count);
  if (status == WORKBENCH_OK)
    status = wb_api_arguments_add(&call.arguments, WB_LIST_INPUTS, "input", inputs, input_count);
  if (status == WORKBENCH_OK) status = finish_call(&call, run_execute, file, line);
  wb_api_arguments_release(&call.arguments);
  return status;
}

/* ---- weights ----------------------------------------------------------------------------------
 */

static int run_set_weights(lua_State *lua) {
  struct call *call = lua_touserdata(lua, 1);
  lua_settop(lua, 2);
  push_head(lua, "set_weights");
  lua_createtable(lua, (int)call->arguments.count, 0);
  for (size_t i = 0; i < call->arguments.count; i++) {
    lua_pushstring(lua, call->names[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  wb_api_arguments_push(lua, &call->arguments, 2);
  lua_call(lua, 3, 0);
  call->graph->info.is_ready = 1;
  return 0;
}

workbench_status workbench_graph_set_weights_at(workbench_graph *graph, const char *const *names,
                                                workbench_tensor *const *tensors, size_t count,
                                                const char *file, int line) {
  struct call call = {.names = names};
  workbench_status status = begin_call(__func__, graph, count, &call);
  if (status == WORKBENCH_OK && count > 0 && names == NULL)
    status = wb_api_refuse(__func__, "the list of names is NULL");
  for (size_t i = 0; status == WORKBENCH_OK && i < count; i++)
    if (names[i] == NULL) status = wb_api_refuse(__func__, "the name of weight %zu is NULL", i + 1);
  if (status == WORKBENCH_OK)
    status = wb_api_arguments_add(&call.arguments, WB_LIST_INPUTS, "weight", tensors, count);
  if (status == WORKBENCH_OK) status = finish_call(&call, run_set_weights, file, line);
  wb_api_arguments_release(&call.arguments);
  return status;
}

/* ---- types and shapes that follow, and explanations -------------------------------------------
 */

static int run_infer(lua_State *lua) {
  const struct call *call = lua_touserdata(lua, 1);
  push_head(lua, "infer_graph");
  wb_api_arguments_push_descriptions(lua, &call->arguments);
  lua_call(lua, 2, 1);
  wb_api_script_take_results(lua, call->graph->info.name, call->results, call->n_results);
  return 0;
}

workbench_status workbench_graph_infer(workbench_graph *graph, workbench_tensor *const *inputs,
                                       size_t input_count, workbench_op_result *results,
                                       size_t result_count) {
  struct call call = {.results = results, .n_results = result_count};
  workbench_status status = begin_call(__func__, graph, input_count, &call);
  if (status == WORKBENCH_OK && results == NULL && result_count > 0)
    status = wb_api_refuse(__func__, "there is no place for the results: it is NULL");
  if (status == WORKBENCH_OK)
    status = wb_api_arguments_add(&call.arguments, WB_LIST_DESCRIBED, "input", inputs, input_count);
  if (status == WORKBENCH_OK) status = finish_call(&call, run_infer, NULL, 0);
  wb_api_arguments_release(&call.arguments);
  return status;
}

static int run_explain(lua_State *lua) {
  struct call *call = lua_touserdata(lua, 1);
  push_head(lua, "explain");
  wb_api_arguments_push_descriptions(lua, &call->arguments);
  lua_call(lua, 2, 1);
  call->text = wb_strdup(lua_tostring(lua, -1));
  return 0;
}

workbench_status workbench_graph_explain(workbench_graph *graph, workbench_tensor *const *inputs,
                                         size_t input_count, char **text) {
  struct call call = {.path = NULL};
  if (text == NULL) return wb_api_refuse(__func__, "there is no place for the text: it is NULL");
  *text = NULL;
  workbench_status status = begin_call(__func__, graph, input_count, &call);
  if (status == WORKBENCH_OK)
    status = wb_api_arguments_add(&call.arguments, WB_LIST_DESCRIBED, "input", inputs, input_count);
  if (status == WORKBENCH_OK) status = finish_call(&call, run_explain, NULL, 0);
  *text = call.text;
  wb_api_arguments_release(&call.arguments);
  return status;
}
