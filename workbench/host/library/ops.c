#include <lauxlib.h>
#include <lua.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "library/arguments.h"
#include "library/script.h"

enum { MOST_PARAMETERS = 1000 };

/* An operation's own words, which Lua has; the arrays are ours. */
struct described {
  workbench_op_info info;
  workbench_op_argument *arguments; /* outputs, then inputs */
  workbench_op_parameter *parameters;
};

struct workbench_ops {
  struct wb_api_script script;
  size_t count;
  struct described *described;
};

/* ---- loading ----------------------------------------------------------------------------------
 */

struct loading {
  struct workbench_ops *ops;
  const char *path;
};

static void take_parameters(lua_State *lua, struct described *of) {
  lua_getfield(lua, -1, "parameters");
  of->info.parameter_count = lua_rawlen(lua, -1);
  of->parameters = wb_alloc((of->info.parameter_count + 1) * sizeof *of->parameters);
  for (size_t i = 0; i < of->info.parameter_count; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i + 1);
    of->parameters[i] = (workbench_op_parameter){.size = sizeof *of->parameters,
                                                 .name = wb_api_script_text_of(lua, "name"),
                                                 .type = wb_api_script_text_of(lua, "type"),
                                                 .value = wb_api_script_text_of(lua, "default")};
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

/* Of the description at the top. */
static void take_description(lua_State *lua, struct described *of) {
  of->info = (workbench_op_info){.size = sizeof of->info,
                                 .name = wb_api_script_text_of(lua, "name"),
                                 .summary = wb_api_script_text_of(lua, "summary"),
                                 .output_count = wb_api_script_take_arguments(lua, "outputs", NULL),
                                 .input_count = wb_api_script_take_arguments(lua, "inputs", NULL),
                                 .has_cpu = wb_api_script_flag_of(lua, "cpu"),
                                 .has_gpu = wb_api_script_flag_of(lua, "gpu"),
                                 .has_gradient = wb_api_script_flag_of(lua, "gradient"),
                                 .in_place = wb_api_script_flag_of(lua, "in_place")};
  const size_t count = of->info.output_count + of->info.input_count;
  of->arguments = wb_alloc((count + 1) * sizeof *of->arguments);
  wb_api_script_take_arguments(lua, "outputs", of->arguments);
  wb_api_script_take_arguments(lua, "inputs", of->arguments + of->info.output_count);
  take_parameters(lua, of);
}

/* Of all operations, in the order of the library's names. */
static void describe_all(lua_State *lua, struct workbench_ops *ops) {
  wb_api_script_push_kept(lua, WB_KEPT_OPENED);
  lua_getfield(lua, -1, "names");
  const int names = lua_gettop(lua);
  ops->described = wb_alloc((lua_rawlen(lua, names) + 1) * sizeof *ops->described);
  lua_newtable(lua);
  const int descriptions = lua_gettop(lua);
  for (size_t i = 0; i < lua_rawlen(lua, names); i++) {
    wb_api_script_push_function(lua, "describe");
    wb_api_script_push_function(lua, "find");
    wb_api_script_push_kept(lua, WB_KEPT_OPENED);
    lua_rawgeti(lua, names, (lua_Integer)i + 1);
    lua_call(lua, 2, 1);
    lua_call(lua, 1, 1);
    take_description(lua, &ops->described[i]);
    ops->count = i + 1;
    lua_rawseti(lua, descriptions, (lua_Integer)i + 1);
  }
  wb_api_script_keep(lua, WB_KEPT_DESCRIPTIONS);
}

static int open_state(lua_State *lua) {
  const struct loading *loading = lua_touserdata(lua, 1);
  wb_api_script_open(lua, &loading->ops->script);
  wb_api_script_push_function(lua, "open");
  lua_pushstring(lua, loading->path);
  lua_call(lua, 1, 1);
  wb_api_script_keep(lua, WB_KEPT_OPENED);
  describe_all(lua, loading->ops);
  return 0;
}

static void release_ops(struct wb_api_script *script) {
  struct workbench_ops *ops = (struct workbench_ops *)script;
  for (size_t i = 0; i < ops->count; i++) {
    free(ops->described[i].arguments);
    free(ops->described[i].parameters);
  }
  free(ops->described);
  ops->described = NULL;
  ops->count = 0;
}

workbench_status workbench_ops_load_at(workbench_host *host, const char *path, workbench_ops **out,
                                       const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  if (out == NULL)
    return wb_api_refuse(__func__, "there is no place for the operations: it is NULL");
  *out = NULL;
  workbench_status checked = wb_api_object_check(__func__, host, WB_OBJECT_HOST);
  if (checked != WORKBENCH_OK) return checked;
  if (path == NULL) return wb_api_refuse(__func__, "the name of the folder or package is NULL");
  wb_api_object_enter(host, file, line);
  if (access(path, F_OK) != 0)
    return wb_api_end(wb_fail(&err, WB_ERR_NOT_FOUND, "there is no folder or package %s", path),
                      &err);
  struct workbench_ops *ops = wb_api_script_new(host, WB_OBJECT_OPS, sizeof *ops, NULL);
  ops->script.release = release_ops;
  const enum wb_status status = wb_api_script_protect(
      &ops->script, open_state, &(struct loading){ops, path}, WB_ERR_USAGE, &err);
  if (status == WB_OK)
    *out = ops;
  else
    wb_api_script_close(&ops->script);
  return wb_api_end(status, &err);
}

workbench_status workbench_ops_release(workbench_ops *ops) {
  workbench_status checked = wb_api_object_check(__func__, ops, WB_OBJECT_OPS);
  if (checked == WORKBENCH_OK) wb_api_script_close(&ops->script);
  return checked;
}

/* ---- what there is ----------------------------------------------------------------------------
 */

size_t workbench_ops_count(workbench_ops *ops) {
  return wb_api_object_check(__func__, ops, WB_OBJECT_OPS) == WORKBENCH_OK ? ops->count : 0;
}

/* Everything that is asked of an operation begins with this. */
static workbench_status check_index(const char *call, workbench_ops *ops, size_t index) {
  workbench_status checked = wb_api_object_check(call, ops, WB_OBJECT_OPS);
  if (checked != WORKBENCH_OK || index < ops->count) return checked;
  return wb_api_refuse(call, "there is no operation %zu: there are %zu, counted from 0", index,
                       ops->count);
}

workbench_status workbench_ops_get(workbench_ops *ops, size_t index, workbench_op_info *info) {
  workbench_status checked = check_index(__func__, ops, index);
  if (checked != WORKBENCH_OK) return checked;
  return wb_api_give(__func__, &ops->described[index].info, sizeof *info, info);
}

workbench_status workbench_ops_get_argument(workbench_ops *ops, size_t index, size_t number,
                                            workbench_op_argument *argument) {
  workbench_status checked = check_index(__func__, ops, index);
  if (checked != WORKBENCH_OK) return checked;
  const struct described *of = &ops->described[index];
  if (number >= of->info.output_count + of->info.input_count)
    return wb_api_refuse(__func__, "%s has no argument %zu", of->info.name, number);
  return wb_api_give(__func__, &of->arguments[number], sizeof *argument, argument);
}

workbench_status workbench_ops_get_parameter(workbench_ops *ops, size_t index, size_t number,
                                             workbench_op_parameter *parameter) {
  workbench_status checked = check_index(__func__, ops, index);
  if (checked != WORKBENCH_OK) return checked;
  const struct described *of = &ops->described[index];
  if (number >= of->info.parameter_count)
    return wb_api_refuse(__func__, "%s has no parameter %zu", of->info.name, number);
  return wb_api_give(__func__, &of->parameters[number], sizeof *parameter, parameter);
}

struct lookup {
  const char *name;
};

/* Raises, and names the nearest. */
static int refuse_name(lua_State *lua) {
  const struct lookup *lookup = lua_touserdata(lua, 1);
  wb_api_script_push_function(lua, "find");
  wb_api_script_push_kept(lua, WB_KEPT_OPENED);
  lua_pushstring(lua, lookup->name);
  lua_call(lua, 2, 0);
  return 0;
}

static workbench_status find_operation(const char *call, workbench_ops *ops, const char *name,
                                       size_t *index) {
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(call, ops, WB_OBJECT_OPS);
  if (checked != WORKBENCH_OK) return checked;
  if (name == NULL) return wb_api_refuse(call, "the operation's name is NULL");
  for (size_t i = 0; i < ops->count; i++) {
    if (strcmp(ops->described[i].info.name, name) != 0) continue;
    *index = i;
    return WORKBENCH_OK;
  }
  return wb_api_end(wb_api_script_protect(&ops->script, refuse_name, &(struct lookup){name},
                                          WB_ERR_NOT_FOUND, &err),
                    &err);
}

workbench_status workbench_ops_find(workbench_ops *ops, const char *name, size_t *index) {
  if (index == NULL) return wb_api_refuse(__func__, "there is no place for the index: it is NULL");
  return find_operation(__func__, ops, name, index);
}

/* ---- what a call is given ---------------------------------------------------------------------
 */
struct call {
  struct workbench_ops *ops;
  const char *function; /* of binding.lua */
  const char *name;
  workbench_ops_options options;
  struct wb_api_arguments arguments;
  workbench_op_result *results;
  size_t n_results;
};

static workbench_status take_options(const char *call, const workbench_ops_options *from,
                                     struct workbench_ops *ops, workbench_ops_options *options) {
  workbench_status status = WORKBENCH_OK;
  *options = (workbench_ops_options){.size = sizeof *options};
  if (from != NULL) status = wb_api_take(call, from, options, sizeof *options);
  if (status == WORKBENCH_OK && options->context != NULL)
    status = wb_api_object_check_same(call, options->context, WB_OBJECT_CONTEXT, ops);
  if (status != WORKBENCH_OK) return status;
  if (options->parameter_count > MOST_PARAMETERS ||
      (options->parameter_count > 0 && options->parameters == NULL))
    return wb_api_refuse(call, "there cannot be %zu parameters at %s", options->parameter_count,
                         options->parameters == NULL ? "NULL" : "once");
  for (size_t i = 0; i < options->parameter_count; i++)
    if (options->parameters[i].name == NULL ||
        (unsigned)options->parameters[i].kind > WORKBENCH_BOOL_PARAMETER)
      return wb_api_refuse(call, "parameter %zu has no name, or there is no such kind", i);
  return WORKBENCH_OK;
}

static workbench_status begin_call(const char *name_of_call, workbench_ops *ops, const char *name,
                                   const workbench_ops_options *options, size_t count,
                                   struct call *call) {
  size_t index;
  workbench_status status = find_operation(name_of_call, ops, name, &index);
  if (status == WORKBENCH_OK) status = take_options(name_of_call, options, ops, &call->options);
  if (status != WORKBENCH_OK) return status;
  call->ops = ops;
  call->name = name;
  return wb_api_arguments_begin(&call->arguments, name_of_call, &ops->script, call->options.context,
                                count);
}

/* ---- calls ------------------------------------------------------------------------------------
 */

static void push_parameters(lua_State *lua, const workbench_ops_options *options) {
  lua_createtable(lua, 0, (int)options->parameter_count);
  for (size_t i = 0; i < options->parameter_count; i++) {
    const workbench_parameter *parameter = &options->parameters[i];
    if (parameter->kind == WORKBENCH_NUMBER_PARAMETER)
      lua_pushnumber(lua, parameter->number);
    else if (parameter->kind == WORKBENCH_BOOL_PARAMETER)
      lua_pushboolean(lua, parameter->integer != 0);
    else
      lua_pushinteger(lua, parameter->integer);
    lua_setfield(lua, -2, parameter->name);
  }
}

/* Pushes the function, the declaration and the parameters. */
static void push_head(lua_State *lua, const struct call *call) {
  luaL_checkstack(lua, LUA_MINSTACK, NULL);
  wb_api_script_push_function(lua, call->function);
  wb_api_script_push_function(lua, "find");
  wb_api_script_push_kept(lua, WB_KEPT_OPENED);
  lua_pushstring(lua, call->name);
  lua_call(lua, 2, 1);
  push_parameters(lua, &call->options);
}

/* binding.call, binding.gradient */
static int run_call(lua_State *lua) {
  struct call *call = lua_touserdata(lua, 1);
  lua_settop(lua, 2);
  push_head(lua, call);
  wb_api_script_push_context(lua, &call->ops->script, call->options.context);
  wb_api_arguments_push(lua, &call->arguments, 2);
  lua_call(lua, 3 + (int)call->arguments.n_lists, 0);
  wb_api_arguments_give(&call->arguments);
  return 0;
}

static workbench_status finish_call(struct call *call, const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  workbench_status status = wb_api_arguments_relate(&call->arguments);
  if (status != WORKBENCH_OK) return status;
  wb_api_object_enter(call->ops, file, line);
  const enum wb_status ended =
      wb_api_script_protect(&call->ops->script, run_call, call, WB_ERR_USAGE, &err);
  wb_api_script_end_loans(&call->ops->script);
  return wb_api_end(ended, &err);
}

workbench_status workbench_ops_call_at(workbench_ops *ops, const char *name,
                                       const workbench_ops_options *options,
                                       workbench_tensor *const *outputs, size_t output_count,
                                       workbench_tensor *const *inputs, size_t input_count,
                                       const char *file, int line) {
  struct call call = {.function = "call"};
  size_t count;
  if (__builtin_add_overflow(output_count, input_count, &count)) count = SIZE_MAX;
  workbench_status status = begin_call(__func__, ops, name, options, count, &call);
  if (status == WORKBENCH_OK)
    status =
        wb_api_arguments_add(&call.arguments, WB_LIST_OUTPUTS, "output", outputs, output_count);
  if (status == WORKBENCH_OK)
    status = wb_api_arguments_add(&call.arguments, WB_LIST_INPUTS, "input", inputs, input_count);
  if (status == WORKBENCH_OK) status = finish_call(&call, file, line);
  wb_api_arguments_release(&call.arguments);
  return status;
}

workbench_status workbench_ops_gradient_at(workbench_ops *ops, const char *name,
                                           const workbench_ops_options *options,
                                           workbench_tensor *const *gradients,
                                           workbench_tensor *const *output_gradients,
                                           size_t output_count, workbench_tensor *const *inputs,
                                           size_t input_count, const char *file, int line) {
  struct call call = {.function = "gradient"};
  size_t count;
  if (__builtin_mul_overflow(input_count, 2, &count) ||
      __builtin_add_overflow(count, output_count, &count))
    count = SIZE_MAX;
  workbench_status status = begin_call(__func__, ops, name, options, count, &call);
  if (status == WORKBENCH_OK)
    status = wb_api_arguments_add(&call.arguments, WB_LIST_OUTPUTS_OR_NULL, "gradient", gradients,
                                  input_count);
  if (status == WORKBENCH_OK)
    status = wb_api_arguments_add(&call.arguments, WB_LIST_INPUTS_OR_NULL, "output's gradient",
                                  output_gradients, output_count);
  if (status == WORKBENCH_OK)
    status = wb_api_arguments_add(&call.arguments, WB_LIST_INPUTS, "input", inputs, input_count);
  if (status == WORKBENCH_OK) status = finish_call(&call, file, line);
  wb_api_arguments_release(&call.arguments);
  return status;
}

/* ---- types and shapes that follow -------------------------------------------------------------
 */

static int run_infer(lua_State *lua) {
  const struct call *call = lua_touserdata(lua, 1);
  push_head(lua, call);
  wb_api_arguments_push_descriptions(lua, &call->arguments);
  lua_call(lua, 3, 1);
  wb_api_script_take_results(lua, call->name, call->results, call->n_results);
  return 0;
}

workbench_status workbench_ops_infer(workbench_ops *ops, const char *name,
                                     const workbench_ops_options *options,
                                     workbench_tensor *const *inputs, size_t input_count,
                                     workbench_op_result *results, size_t result_count) {
  struct call call = {.function = "infer", .results = results, .n_results = result_count};
  struct wb_error err = {.status = WB_OK};
  workbench_status status = begin_call(__func__, ops, name, options, input_count, &call);
  if (status == WORKBENCH_OK && results == NULL && result_count > 0)
    status = wb_api_refuse(__func__, "there is no place for the results: it is NULL");
  if (status == WORKBENCH_OK)
    status = wb_api_arguments_add(&call.arguments, WB_LIST_DESCRIBED, "input", inputs, input_count);
  if (status == WORKBENCH_OK)
    status =
        wb_api_end(wb_api_script_protect(&ops->script, run_infer, &call, WB_ERR_USAGE, &err), &err);
  wb_api_arguments_release(&call.arguments);
  return status;
}
