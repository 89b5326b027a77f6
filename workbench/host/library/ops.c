#include "library/ops.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpu/gpu.h"
#include "gpu/native.h"
#include "library/tensor.h"
#include "script/library.h"
#include "script/tensor_lua.h"

enum { MOST_PARAMETERS = 1000, MOST_TENSORS = 240 };

/* An operation's own words, which Lua has; the arrays are ours. */
struct described {
  workbench_op_info info;
  workbench_op_argument *arguments; /* outputs, then inputs */
  workbench_op_parameter *parameters;
};

/* Places in the list that the state keeps in its registry. */
enum kept {
  KEPT_BINDING = 1,  /* lua/graph/binding.lua */
  KEPT_LIBRARY,      /* what its `open` gave */
  KEPT_DESCRIPTIONS, /* of all operations: the texts of `described` are here */
  KEPT_CONTEXTS,     /* DeviceContexts, by the addresses of ours */
  KEPT_LOANS         /* buffers that the call now running was given */
};

struct workbench_ops {
  struct wb_api_object object;
  lua_State *lua; /* NULL: released */
  struct wb_gpu_state *gpu;
  size_t count;
  struct described *described;
  size_t n_loans; /* in KEPT_LOANS */
};

static const char kept_key = 0;

static void push_kept(lua_State *lua, enum kept what) {
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &kept_key);
  lua_rawgeti(lua, -1, what);
  lua_remove(lua, -2);
}

static void keep_value(lua_State *lua, enum kept what) {
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &kept_key);
  lua_insert(lua, -2);
  lua_rawseti(lua, -2, what);
  lua_pop(lua, 1);
}

/* ---- calls of Lua -----------------------------------------------------------------------------
 */

/* What Lua failed with: an error of `gpu` has a cause of its own, any other one is what the call
 * fails with by nature. */
static enum wb_status take_error(struct workbench_ops *ops, int code, enum wb_status usual,
                                 struct wb_error *err) {
  const struct wb_error *of_gpu = wb_gpu_last_error(ops->gpu);
  if (code == LUA_ERRMEM) return wb_fail(err, WB_ERR_NOMEM, "there is no memory left");
  if (lua_type(ops->lua, -1) != LUA_TSTRING)
    return wb_fail(err, usual, "the operation raised an error that is no text");
  const char *message = lua_tostring(ops->lua, -1);
  if (of_gpu->status != WB_OK && wb_ends_with(message, of_gpu->message)) usual = of_gpu->status;
  return wb_fail(err, usual, "%s", message);
}

/* Calls `f` with `data` as its only argument. */
static enum wb_status protect(struct workbench_ops *ops, lua_CFunction f, void *data,
                              enum wb_status usual, struct wb_error *err) {
  enum wb_status status = WB_OK;
  lua_settop(ops->lua, 0);
  lua_pushcfunction(ops->lua, f);
  lua_pushlightuserdata(ops->lua, data);
  const int code = lua_pcall(ops->lua, 1, 0, 0);
  if (code != LUA_OK) status = take_error(ops, code, usual, err);
  lua_settop(ops->lua, 0);
  return status;
}

static void push_function(lua_State *lua, const char *name) {
  push_kept(lua, KEPT_BINDING);
  lua_getfield(lua, -1, name);
  lua_remove(lua, -2);
}

/* ---- loading ----------------------------------------------------------------------------------
 */

struct loading {
  struct workbench_ops *ops;
  const char *path;
};

/* What operations print. */
static int print_line(lua_State *lua) {
  const struct workbench_host *host = lua_touserdata(lua, lua_upvalueindex(1));
  const int count = lua_gettop(lua);
  luaL_Buffer line;
  luaL_buffinit(lua, &line);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&line, '\t');
    luaL_tolstring(lua, i, NULL);
    luaL_addvalue(&line);
  }
  luaL_addchar(&line, '\n');
  luaL_pushresult(&line);
  size_t length;
  const char *text = lua_tolstring(lua, -1, &length);
  wb_api_print(host, text, length);
  return 0;
}

static const char *text_of(lua_State *lua, const char *field) {
  lua_getfield(lua, -1, field);
  const char *text = lua_tostring(lua, -1);
  lua_pop(lua, 1);
  return text;
}

static int flag_of(lua_State *lua, const char *field) {
  lua_getfield(lua, -1, field);
  const int flag = lua_toboolean(lua, -1);
  lua_pop(lua, 1);
  return flag;
}

/* Takes the arguments of a list, the field of the description at the top. */
static size_t take_arguments(lua_State *lua, const char *field, workbench_op_argument *into) {
  lua_getfield(lua, -1, field);
  const size_t count = lua_rawlen(lua, -1);
  for (size_t i = 0; i < count && into != NULL; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i + 1);
    into[i] = (workbench_op_argument){.size = sizeof *into,
                                      .name = text_of(lua, "name"),
                                      .dtype = text_of(lua, "dtype"),
                                      .shape = text_of(lua, "shape")};
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return count;
}

static void take_parameters(lua_State *lua, struct described *of) {
  lua_getfield(lua, -1, "parameters");
  of->info.parameter_count = lua_rawlen(lua, -1);
  of->parameters = wb_alloc((of->info.parameter_count + 1) * sizeof *of->parameters);
  for (size_t i = 0; i < of->info.parameter_count; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i + 1);
    of->parameters[i] = (workbench_op_parameter){.size = sizeof *of->parameters,
                                                 .name = text_of(lua, "name"),
                                                 .type = text_of(lua, "type"),
                                                 .value = text_of(lua, "default")};
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

/* Of the description at the top. */
static void take_description(lua_State *lua, struct described *of) {
  of->info = (workbench_op_info){.size = sizeof of->info,
                                 .name = text_of(lua, "name"),
                                 .summary = text_of(lua, "summary"),
                                 .output_count = take_arguments(lua, "outputs", NULL),
                                 .input_count = take_arguments(lua, "inputs", NULL),
                                 .has_cpu = flag_of(lua, "cpu"),
                                 .has_gpu = flag_of(lua, "gpu"),
                                 .has_gradient = flag_of(lua, "gradient"),
                                 .in_place = flag_of(lua, "in_place")};
  const size_t count = of->info.output_count + of->info.input_count;
  of->arguments = wb_alloc((count + 1) * sizeof *of->arguments);
  take_arguments(lua, "outputs", of->arguments);
  take_arguments(lua, "inputs", of->arguments + of->info.output_count);
  take_parameters(lua, of);
}

/* Of all operations, in the order of the library's names. */
static void describe_all(lua_State *lua, struct workbench_ops *ops) {
  push_kept(lua, KEPT_LIBRARY);
  lua_getfield(lua, -1, "names");
  const int names = lua_gettop(lua);
  ops->described = wb_alloc((lua_rawlen(lua, names) + 1) * sizeof *ops->described);
  lua_newtable(lua);
  const int descriptions = lua_gettop(lua);
  for (size_t i = 0; i < lua_rawlen(lua, names); i++) {
    push_function(lua, "describe");
    push_function(lua, "find");
    push_kept(lua, KEPT_LIBRARY);
    lua_rawgeti(lua, names, (lua_Integer)i + 1);
    lua_call(lua, 2, 1);
    lua_call(lua, 1, 1);
    take_description(lua, &ops->described[i]);
    ops->count = i + 1;
    lua_rawseti(lua, descriptions, (lua_Integer)i + 1);
  }
  keep_value(lua, KEPT_DESCRIPTIONS);
}

static int open_state(lua_State *lua) {
  const struct loading *loading = lua_touserdata(lua, 1);
  luaL_openlibs(lua);
  lua_pushlightuserdata(lua, loading->ops->object.host);
  lua_pushcclosure(lua, print_line, 1);
  lua_setglobal(lua, "print");
  wb_gpu_add_companions(lua);
  lua_settop(lua, 1);
  wb_gpu_open(lua, loading->ops->gpu);
  wb_gpu_push_module(lua);
  lua_getfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, "gpu");
  lua_newtable(lua);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &kept_key);
  lua_newtable(lua);
  keep_value(lua, KEPT_CONTEXTS);
  lua_newtable(lua);
  keep_value(lua, KEPT_LOANS);
  wb_library_push(lua, "graph.binding");
  keep_value(lua, KEPT_BINDING);
  push_function(lua, "open");
  lua_pushstring(lua, loading->path);
  lua_call(lua, 1, 1);
  keep_value(lua, KEPT_LIBRARY);
  describe_all(lua, loading->ops);
  return 0;
}

static void close_state(struct workbench_ops *ops) {
  if (ops->lua != NULL) lua_close(ops->lua);
  wb_gpu_free(ops->gpu);
  for (size_t i = 0; i < ops->count; i++) {
    free(ops->described[i].arguments);
    free(ops->described[i].parameters);
  }
  free(ops->described);
  ops->lua = NULL;
  ops->gpu = NULL;
  ops->described = NULL;
  ops->count = 0;
  ops->object.released = true;
}

void wb_api_ops_end(struct workbench_host *host) {
  for (struct wb_api_object *object = host->objects; object != NULL; object = object->next)
    if (object->kind == WB_OBJECT_OPS && !object->released)
      close_state((struct workbench_ops *)object);
}

void wb_api_ops_end_context(struct workbench_context *context) {
  for (struct wb_api_object *object = context->object.host->objects; object != NULL;
       object = object->next) {
    if (object->kind != WB_OBJECT_OPS || object->released) continue;
    lua_State *lua = ((struct workbench_ops *)object)->lua;
    push_kept(lua, KEPT_CONTEXTS);
    lua_rawgetp(lua, -1, context);
    wb_gpu_end_loan(lua, -1);
    lua_settop(lua, 0);
  }
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
  struct workbench_ops *ops = wb_api_object_new(host, WB_OBJECT_OPS, sizeof *ops);
  ops->gpu = wb_gpu_new(&(struct wb_gpu_settings){.script = NULL});
  wb_gpu_use(ops->gpu, host->handle);
  ops->lua = luaL_newstate();
  enum wb_status status = WB_OK;
  if (ops->lua == NULL)
    status = wb_fail(&err, WB_ERR_NOMEM, "there is no memory left");
  else
    status = protect(ops, open_state, &(struct loading){ops, path}, WB_ERR_USAGE, &err);
  if (status == WB_OK)
    *out = ops;
  else
    close_state(ops);
  return wb_api_end(status, &err);
}

workbench_status workbench_ops_release(workbench_ops *ops) {
  workbench_status checked = wb_api_object_check(__func__, ops, WB_OBJECT_OPS);
  if (checked == WORKBENCH_OK) close_state(ops);
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
  push_function(lua, "find");
  push_kept(lua, KEPT_LIBRARY);
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
  return wb_api_end(protect(ops, refuse_name, &(struct lookup){name}, WB_ERR_NOT_FOUND, &err),
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
  struct wb_api_tensor *tensors; /* lists one after the other */
  struct wb_api_tensor_place *places;
  size_t count, lists[3], n_lists; /* how many each list has */
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
  if (count > MOST_TENSORS)
    return wb_api_refuse(name_of_call, "there cannot be %zu tensors", count);
  call->ops = ops;
  call->name = name;
  call->tensors = wb_alloc((count + 1) * sizeof *call->tensors);
  call->places = wb_alloc((count + 1) * sizeof *call->places);
  return WORKBENCH_OK;
}

enum list_kind { INPUTS, OUTPUTS, INPUTS_OR_NULL, OUTPUTS_OR_NULL, DESCRIBED };

/* A list more of tensors, which messages call "input". */
static workbench_status add_list(const char *name_of_call, struct call *call, enum list_kind kind,
                                 const char *list, workbench_tensor *const *given, size_t count) {
  if (count > 0 && given == NULL)
    return wb_api_refuse(name_of_call, "the list of %ss is NULL", list);
  for (size_t i = 0; i < count; i++) {
    struct wb_api_tensor *tensor = &call->tensors[call->count];
    struct wb_api_tensor_place *place = &call->places[call->count++];
    *place = (struct wb_api_tensor_place){name_of_call, list, i + 1};
    tensor->is_output = kind == OUTPUTS || kind == OUTPUTS_OR_NULL;
    tensor->is_absent = given[i] == NULL && (kind == INPUTS_OR_NULL || kind == OUTPUTS_OR_NULL);
    if (tensor->is_absent) continue;
    workbench_status status =
        wb_api_tensor_take(place, given[i], kind != DESCRIBED, call->ops, tensor);
    if (status != WORKBENCH_OK) return status;
    if (tensor->buffer != NULL && call->options.context != NULL &&
        tensor->buffer->context != call->options.context)
      return wb_api_refuse(name_of_call, "%s %zu is of another context than that of the call", list,
                           i + 1);
  }
  call->lists[call->n_lists++] = count;
  return WORKBENCH_OK;
}

static void release_call(struct call *call) {
  free(call->tensors);
  free(call->places);
}

/* ---- calls ------------------------------------------------------------------------------------
 */

static void push_context(lua_State *lua, struct workbench_ops *ops,
                         struct workbench_context *context) {
  push_kept(lua, KEPT_CONTEXTS);
  if (lua_rawgetp(lua, -1, context) == LUA_TNIL) {
    lua_pop(lua, 1);
    wb_gpu_lend_context(lua, ops->gpu, context->handle);
    lua_pushvalue(lua, -1);
    lua_rawsetp(lua, -3, context);
  }
  lua_remove(lua, -2);
}

static void set_type_and_shape(lua_State *lua, const struct wb_api_tensor *tensor) {
  char name[WB_DTYPE_NAME_MAX];
  lua_pushstring(lua, wb_dtype_name(tensor->type, name));
  lua_setfield(lua, -2, "dtype");
  wb_api_tensor_push_shape(lua, tensor);
  lua_setfield(lua, -2, "shape");
}

/* { buffer = …, dtype = …, shape = … } */
static void push_buffer(lua_State *lua, const struct wb_api_tensor *tensor, void *data) {
  struct workbench_ops *ops = data;
  struct wb_host_buffer *handle = tensor->buffer->handle;
  lua_createtable(lua, 0, 3);
  push_context(lua, ops, tensor->buffer->context);
  wb_gpu_lend_buffer(lua, ops->gpu, handle, -1);
  lua_remove(lua, -2);
  push_kept(lua, KEPT_LOANS);
  lua_pushvalue(lua, -2);
  lua_rawseti(lua, -2, (lua_Integer)ops->n_loans + 1);
  ops->n_loans++;
  lua_pop(lua, 1);
  lua_setfield(lua, -2, "buffer");
  set_type_and_shape(lua, tensor);
}

static void push_description(lua_State *lua, const struct wb_api_tensor *tensor) {
  lua_createtable(lua, 0, 2);
  set_type_and_shape(lua, tensor);
}

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
  push_function(lua, call->function);
  push_function(lua, "find");
  push_kept(lua, KEPT_LIBRARY);
  lua_pushstring(lua, call->name);
  lua_call(lua, 2, 1);
  push_parameters(lua, &call->options);
}

/* The list of all tensors at the top becomes its parts. */
static void split_list(lua_State *lua, const struct call *call) {
  const int all = lua_gettop(lua);
  lua_Integer place = 1;
  for (size_t i = 0; i < call->n_lists; i++) {
    lua_createtable(lua, (int)call->lists[i], 0);
    for (size_t k = 0; k < call->lists[i]; k++, place++) {
      lua_rawgeti(lua, all, place);
      lua_rawseti(lua, -2, (lua_Integer)k + 1);
    }
  }
  lua_remove(lua, all);
}

/* binding.call, binding.gradient */
static int run_call(lua_State *lua) {
  struct call *call = lua_touserdata(lua, 1);
  push_head(lua, call);
  if (call->options.context != NULL)
    push_context(lua, call->ops, call->options.context);
  else
    lua_pushnil(lua);
  wb_api_tensors_push(lua, call->tensors, call->count, push_buffer, call->ops);
  /* Elements that were copied are in values of Lua's, which live until they are copied back. */
  lua_pushvalue(lua, -1);
  lua_insert(lua, 2);
  split_list(lua, call);
  lua_call(lua, 3 + (int)call->n_lists, 0);
  wb_api_tensors_give(call->tensors, call->count);
  return 0;
}

/* What an operation kept of the call's tensors and buffers is nothing any more. */
static void end_loans(struct workbench_ops *ops) {
  lua_State *lua = ops->lua;
  wb_gpu_script_ended(ops->gpu);
  lua_settop(lua, 0);
  lua_pushcfunction(lua, wb_tensor_lua_drop_loans);
  if (lua_pcall(lua, 0, 0, 0) != LUA_OK) wb_bug("loans do not end");
  if (ops->n_loans == 0) return;
  push_kept(lua, KEPT_LOANS);
  for (size_t i = 1; i <= ops->n_loans; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i);
    wb_gpu_end_loan(lua, -1);
    lua_pop(lua, 1);
    lua_pushnil(lua);
    lua_rawseti(lua, -2, (lua_Integer)i);
  }
  ops->n_loans = 0;
  lua_settop(lua, 0);
}

static workbench_status finish_call(struct call *call, const char *file, int line) {
  struct wb_error err = {.status = WB_OK};
  workbench_status status = wb_api_tensors_relate(call->places, call->tensors, call->count);
  if (status != WORKBENCH_OK) return status;
  wb_api_object_enter(call->ops, file, line);
  const enum wb_status ended = protect(call->ops, run_call, call, WB_ERR_USAGE, &err);
  end_loans(call->ops);
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
    status = add_list(__func__, &call, OUTPUTS, "output", outputs, output_count);
  if (status == WORKBENCH_OK)
    status = add_list(__func__, &call, INPUTS, "input", inputs, input_count);
  if (status == WORKBENCH_OK) status = finish_call(&call, file, line);
  release_call(&call);
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
    status = add_list(__func__, &call, OUTPUTS_OR_NULL, "gradient", gradients, input_count);
  if (status == WORKBENCH_OK)
    status = add_list(__func__, &call, INPUTS_OR_NULL, "output's gradient", output_gradients,
                      output_count);
  if (status == WORKBENCH_OK)
    status = add_list(__func__, &call, INPUTS, "input", inputs, input_count);
  if (status == WORKBENCH_OK) status = finish_call(&call, file, line);
  release_call(&call);
  return status;
}

/* ---- types and shapes that follow -------------------------------------------------------------
 */

/* Takes { dtype, shape } at the top. */
static void take_result(lua_State *lua, workbench_op_result *result) {
  struct wb_dtype type;
  lua_getfield(lua, -1, "dtype");
  const char *dtype = lua_tostring(lua, -1);
  result->dtype = "bool";
  if (dtype != NULL && wb_dtype_parse(dtype, &type)) {
    size_t count;
    const char *const *names = wb_dtype_names(&count);
    for (size_t i = 0; i < count; i++)
      if (strcmp(names[i], dtype) == 0) result->dtype = names[i];
  }
  lua_pop(lua, 1);
  lua_getfield(lua, -1, "shape");
  const size_t rank = lua_rawlen(lua, -1);
  if (rank > WORKBENCH_MOST_AXES)
    luaL_error(lua, "a result has %d axes, and can have %d at most", (int)rank,
               WORKBENCH_MOST_AXES);
  result->rank = (int)rank;
  for (size_t axis = 0; axis < rank; axis++) {
    lua_rawgeti(lua, -1, (lua_Integer)axis + 1);
    result->shape[axis] = lua_tointeger(lua, -1);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
}

static int run_infer(lua_State *lua) {
  const struct call *call = lua_touserdata(lua, 1);
  push_head(lua, call);
  lua_createtable(lua, (int)call->count, 0);
  for (size_t i = 0; i < call->count; i++) {
    push_description(lua, &call->tensors[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  lua_call(lua, 3, 1);
  if (lua_rawlen(lua, -1) != call->n_results)
    luaL_error(lua, "%s: it has %d outputs, and there is room for %d", call->name,
               (int)lua_rawlen(lua, -1), (int)call->n_results);
  for (size_t i = 0; i < call->n_results; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i + 1);
    take_result(lua, &call->results[i]);
    lua_pop(lua, 1);
  }
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
    status = add_list(__func__, &call, DESCRIBED, "input", inputs, input_count);
  if (status == WORKBENCH_OK)
    status = wb_api_end(protect(ops, run_infer, &call, WB_ERR_USAGE, &err), &err);
  release_call(&call);
  return status;
}
