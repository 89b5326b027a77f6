/* Kernels as values: compiling them, and launching them with arguments of Lua. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/param.h"
#include "gpu/values.h"

/* ---- compiling ------------------------------------------------------------------------------ */

enum { MOST_DEFINES = 64 };

static int compare_names(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names of the table at `table`, sorted: a text of options is the same in every run. */
static size_t sort_names(lua_State *lua, int table, const char *names[MOST_DEFINES]) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  size_t count = 0;
  lua_pushnil(lua);
  while (lua_next(lua, table) != 0) {
    const char *name = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : "";
    if (name[0] == '\0' || strspn(name, letters) != strlen(name))
      luaL_error(lua, "defines: '%s' is not the name of a macro", luaL_tolstring(lua, -2, NULL));
    if (count == MOST_DEFINES) luaL_error(lua, "more than %d defines", MOST_DEFINES);
    names[count++] = name;
    lua_pop(lua, 1);
  }
  qsort(names, count, sizeof names[0], compare_names);
  return count;
}

/* Replaces the value on the top by its text in C. */
static void push_define_text(lua_State *lua, const char *name) {
  const int type = lua_type(lua, -1);
  if (type == LUA_TBOOLEAN) {
    lua_pushstring(lua, lua_toboolean(lua, -1) != 0 ? "1" : "0");
  } else if (type == LUA_TNUMBER && !lua_isinteger(lua, -1)) {
    if (!isfinite(lua_tonumber(lua, -1)))
      luaL_error(lua, "defines: %s is %f, which C has no number for", name, lua_tonumber(lua, -1));
    luaL_tolstring(lua, -1, NULL);
    lua_pushliteral(lua, "f");
    lua_concat(lua, 2);
  } else if (type == LUA_TNUMBER || type == LUA_TSTRING) {
    luaL_tolstring(lua, -1, NULL);
  } else {
    luaL_error(lua, "defines: %s is %s, not a number, a text or a boolean", name,
               luaL_typename(lua, -1));
  }
  lua_remove(lua, -2);
  if (strpbrk(lua_tostring(lua, -1), " \t\r\n\v\f\"'\\") != NULL)
    luaL_error(lua, "defines: the value of %s has a blank, a quote or a backslash", name);
}

/* Pushes the options of the table at `table`, with its defines. */
static const char *push_options(lua_State *lua, int table) {
  const char *names[MOST_DEFINES];
  lua_pushliteral(lua, "");
  if (table == 0) return lua_tostring(lua, -1);
  if (lua_getfield(lua, table, "options") != LUA_TNIL)
    lua_pushstring(lua, wb_gpu_check_text(lua, "options"));
  else
    lua_pushliteral(lua, "");
  lua_replace(lua, -3);
  lua_pop(lua, 1);
  if (lua_getfield(lua, table, "defines") != LUA_TNIL) {
    if (lua_type(lua, -1) != LUA_TTABLE)
      luaL_error(lua, "defines is a table of macros, not %s", luaL_typename(lua, -1));
    const int defines = lua_gettop(lua);
    const size_t count = sort_names(lua, defines, names);
    lua_pushvalue(lua, defines - 1);
    for (size_t i = 0; i < count; i++) {
      lua_getfield(lua, defines, names[i]);
      push_define_text(lua, names[i]);
      lua_pushfstring(lua, "%s -D %s=%s", lua_tostring(lua, -2), names[i], lua_tostring(lua, -1));
      lua_replace(lua, -3);
      lua_pop(lua, 1);
    }
    lua_replace(lua, defines - 1);
  }
  lua_pop(lua, 1);
  return lua_tostring(lua, -1);
}

/* The file's text, its name and its folder, for its own includes. The folder is pushed. */
static void take_file(lua_State *lua, struct wb_gpu_state *gpu, const char *name,
                      struct wb_host_compile_options *options) {
  struct wb_error err;
  wb_gpu_check(lua, gpu, wb_gpu_read_file(gpu, name, &err), &err);
  const char *slash = strrchr(gpu->path.data, '/');
  if (slash != NULL)
    options->folder = lua_pushlstring(lua, gpu->path.data, (size_t)(slash - gpu->path.data));
  else if (gpu->path.length > 0)
    options->folder = ".";
  options->file_name = name;
  options->is_file = true;
  options->source = gpu->text.data;
  options->length = gpu->text.length;
}

/* What is said of a text that does not compile has the compiler's words: its log, else what was
 * taken from it. */
static void add_compiler_words(const struct wb_build_result *result, struct wb_error *err) {
  const size_t used = strlen(err->message);
  const char *log = result->log != NULL ? result->log : "";
  size_t length = strlen(log);
  while (length > 0 && log[length - 1] == '\n') length--;
  if (length == 0 || strstr(err->message, log) != NULL) return;
  snprintf(err->message + used, sizeof err->message - used, ":\n%.*s", (int)length, log);
}

/* Pushes the function of a file at `what`, a text, or of a table { file = … } or { source = … },
 * and of the options at `table` (0: none). */
static struct wb_gpu_function *push_function(lua_State *lua, int what, int name, int table) {
  static const char *const of_table[] = {"file", "source", "name", "options", "defines", NULL};
  static const char *const of_options[] = {"options", "defines", NULL};
  struct wb_gpu_state *gpu;
  struct wb_host_queue *queue = wb_gpu_check_queue(lua, &gpu);
  struct wb_host_compile_options options = {.file_name = "kernel.cl"};
  struct wb_build_result result;
  struct wb_error err;
  const bool is_table = lua_type(lua, what) == LUA_TTABLE;
  if (table != 0) wb_gpu_check_keys(lua, table, "compile_function", of_options);
  if (is_table) wb_gpu_check_keys(lua, what, "compile_function", of_table);
  struct wb_gpu_function *function = wb_gpu_new_value(lua, WB_GPU_FUNCTION, sizeof *function, 1);
  const int made = lua_gettop(lua);
  function->gpu = gpu;
  options.kernel = name != 0 ? luaL_optstring(lua, name, NULL) : NULL;
  if (is_table && lua_getfield(lua, what, "name") != LUA_TNIL)
    options.kernel = wb_gpu_check_text(lua, "name");
  options.options = push_options(lua, table != 0 ? table : is_table ? what : 0);
  if (is_table && lua_getfield(lua, what, "source") != LUA_TNIL) {
    options.source = wb_gpu_check_text(lua, "source");
    options.length = lua_rawlen(lua, -1);
    if (lua_getfield(lua, what, "file") != LUA_TNIL)
      luaL_error(lua, "a kernel is compiled from source or from a file, not from both");
  } else {
    if (is_table)
      lua_getfield(lua, what, "file");
    else
      lua_pushvalue(lua, what);
    if (lua_type(lua, -1) != LUA_TSTRING)
      luaL_error(lua, "compile_function needs a file, or { source = [[…]] }");
    take_file(lua, gpu, lua_tostring(lua, -1), &options);
  }
  wb_gpu_make_room(lua, gpu);
  wb_build_result_init(&result);
  const enum wb_status status =
      wb_host_compile(wb_host_queue_context(queue), &options, &function->handle, &result, &err);
  if (status == WB_ERR_COMPILE) add_compiler_words(&result, &err);
  wb_build_result_release(&result);
  wb_gpu_check(lua, gpu, status, &err);
  lua_settop(lua, made);
  return function;
}

/* compile_function(file or table [, name] [, { options = …, defines = … }]) */
static int compile_function(lua_State *lua) {
  const bool has_name = lua_type(lua, 3) == LUA_TSTRING;
  const int after = has_name || lua_isnil(lua, 3) ? 4 : 3;
  if (lua_type(lua, 2) != LUA_TTABLE && lua_type(lua, 2) != LUA_TSTRING)
    luaL_typeerror(lua, 2, "string or table");
  if (!lua_isnoneornil(lua, after) && lua_type(lua, after) != LUA_TTABLE)
    luaL_typeerror(lua, after, after == 3 ? "string or table" : "table");
  push_function(lua, 2, has_name ? 3 : 0, lua_type(lua, after) == LUA_TTABLE ? after : 0);
  return 1;
}

/* ---- arguments ------------------------------------------------------------------------------ */

/* "argument 3 of scalar_add (int n)", for messages. Counts from 1, as Lua does. */
enum { PLACE_MAX = 192 };
static void name_place(const struct wb_host_function *function, size_t index,
                       const struct wb_param_info *param, char place[PLACE_MAX]) {
  struct wb_str spelled;
  wb_str_init(&spelled);
  if (param != NULL) wb_param_spell(param, &spelled);
  snprintf(place, PLACE_MAX, "argument %zu of %s%s%.100s%s", index + 1,
           wb_host_function_name(function), param != NULL ? " (" : "", spelled.data,
           param != NULL ? ")" : "");
  wb_str_release(&spelled);
}

/* A value whose parameter is of no known type goes by its own: the runtime says what is wrong. */
static void take_value_by_itself(lua_State *lua, int index, const char *place,
                                 struct wb_host_arg *arg) {
  arg->kind = WB_HOST_VALUE_ARG;
  if (lua_isinteger(lua, index)) {
    arg->type = (struct wb_dtype){WB_INT, 1};
  } else if (lua_type(lua, index) == LUA_TNUMBER) {
    arg->type = (struct wb_dtype){WB_FLOAT, 1};
  } else if (lua_type(lua, index) == LUA_TSTRING) {
    const char *text = lua_tolstring(lua, index, &arg->bytes);
    if (arg->bytes > WB_SCALAR_ARG_MAX)
      luaL_error(lua, "%s: a struct has at most %d bytes", place, WB_SCALAR_ARG_MAX);
    memcpy(arg->value, text, arg->bytes);
    arg->type = (struct wb_dtype){WB_UCHAR, 1};
    return;
  } else {
    luaL_error(lua,
               "%s is %s; it may be a buffer, a number, a list of numbers, a string of bytes, "
               "gpu.Local or nil",
               place, luaL_typename(lua, index));
  }
  wb_gpu_take_number(lua, index, arg->type, place, arg->value);
  arg->bytes = wb_dtype_size(arg->type);
}

static void take_value(lua_State *lua, int index, struct wb_host_function *function,
                       const struct wb_param_info *param, const char *place,
                       struct wb_host_arg *arg) {
  const bool is_number = lua_type(lua, index) == LUA_TNUMBER || lua_type(lua, index) == LUA_TTABLE;
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  struct wb_error err;
  if (param == NULL || param->memory != WB_MEMORY_PRIVATE || !is_number ||
      !wb_host_param_dtype(param, &arg->type)) {
    take_value_by_itself(lua, index, place, arg);
    return;
  }
  if (!wb_gpu_number_fits(lua, index, arg->type)) {
    lua_pushfstring(lua, "%s: %s", place, lua_tostring(lua, -1));
    wb_gpu_check(lua, gpu, wb_host_refuse_argument(function, lua_tostring(lua, -1), &err), &err);
  }
  arg->kind = WB_HOST_VALUE_ARG;
  arg->bytes = wb_dtype_size(arg->type);
  wb_gpu_take_number(lua, index, arg->type, place, arg->value);
}

static void take_argument(lua_State *lua, int index, struct wb_host_function *function,
                          size_t number, struct wb_host_arg *arg) {
  const struct wb_kernel_info *info = wb_host_function_info(function);
  const struct wb_param_info *param = number < info->n_params ? &info->params[number] : NULL;
  const struct wb_gpu_buffer *buffer = wb_gpu_test(lua, index, WB_GPU_BUFFER);
  const struct wb_gpu_local *local = buffer == NULL ? wb_gpu_test(lua, index, WB_GPU_LOCAL) : NULL;
  char place[PLACE_MAX];
  memset(arg, 0, offsetof(struct wb_host_arg, value)); /* the value has room for the largest */
  if (buffer != NULL) {
    if (buffer->handle == NULL) wb_gpu_check_value(lua, index, WB_GPU_BUFFER); /* says so */
    arg->kind = WB_HOST_BUFFER_ARG;
    arg->buffer = buffer->handle;
    arg->type = buffer->type;
  } else if (local != NULL) {
    arg->kind = WB_HOST_LOCAL_ARG;
    arg->local_bytes = local->bytes;
    arg->type = local->type;
  } else if (lua_isnil(lua, index) ||
             (lua_islightuserdata(lua, index) && lua_touserdata(lua, index) == NULL)) {
    const struct wb_param_type type =
        param != NULL ? wb_param_type(param) : (struct wb_param_type){.known = false};
    arg->kind = WB_HOST_NULL_ARG;
    arg->type = type.known ? type.type : (struct wb_dtype){WB_UCHAR, 1};
  } else {
    name_place(function, number, param, place);
    take_value(lua, index, function, param, place, arg);
  }
}

/* function:set_argument(index, value): from 0, as clSetKernelArg; kept for launches that name none.
 */
static int set_argument(lua_State *lua) {
  struct wb_gpu_function *function = wb_gpu_check_value(lua, 1, WB_GPU_FUNCTION);
  const lua_Integer number = luaL_checkinteger(lua, 2);
  struct wb_host_arg arg;
  struct wb_error err;
  luaL_argcheck(lua, number >= 0 && number < WB_MAX_ARGS, 2, "arguments count from 0");
  lua_settop(lua, 3);
  take_argument(lua, 3, function->handle, (size_t)number, &arg);
  wb_gpu_check(lua, function->gpu,
               wb_host_set_argument(function->handle, (size_t)number, &arg, &err), &err);
  function->has_arguments = true;
  return 0;
}

/* ---- launching ------------------------------------------------------------------------------ */

struct sizes {
  unsigned dimensions; /* 0: not given */
  size_t size[3];
};

static size_t check_size(lua_State *lua, const char *key) {
  int is_whole;
  const lua_Integer size = lua_tointegerx(lua, -1, &is_whole);
  if (lua_type(lua, -1) != LUA_TNUMBER || !is_whole || size < 0)
    luaL_error(lua, "%s is a whole number, or a list of up to three, not %s", key,
               luaL_tolstring(lua, -1, NULL));
  return (size_t)size;
}

/* Pops them. */
static struct sizes take_sizes(lua_State *lua, const char *key) {
  struct sizes sizes = {0, {1, 1, 1}};
  const int type = lua_type(lua, -1);
  if (type == LUA_TTABLE) {
    const size_t count = lua_rawlen(lua, -1);
    if (count < 1 || count > 3) luaL_error(lua, "%s has one to three sizes", key);
    sizes.dimensions = (unsigned)count;
    for (unsigned d = 0; d < sizes.dimensions; d++) {
      lua_rawgeti(lua, -1, (lua_Integer)d + 1);
      sizes.size[d] = check_size(lua, key);
      lua_pop(lua, 1);
    }
  } else if (type != LUA_TNIL) {
    sizes.dimensions = 1;
    sizes.size[0] = check_size(lua, key);
  }
  lua_pop(lua, 1);
  return sizes;
}

enum size_name { GRID_DIM, BLOCK_DIM, GLOBAL, LOCAL, OFFSET, SIZE_NAMES };
static const char *const size_names[SIZE_NAMES + 1] = {"grid_dim", "block_dim", "global",
                                                       "local",    "offset",    NULL};

/* Every key of a table without a metatable, once: launches are many. */
static void read_own_sizes(lua_State *lua, int table, struct sizes sizes[SIZE_NAMES]) {
  lua_pushnil(lua);
  while (lua_next(lua, table) != 0) {
    const char *key = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : "";
    int name = 0;
    while (name < SIZE_NAMES && strcmp(key, size_names[name]) != 0) name++;
    if (name == SIZE_NAMES) wb_gpu_check_keys(lua, table, "enqueue_function", size_names);
    sizes[name] = take_sizes(lua, size_names[name]);
  }
}

static void read_all_sizes(lua_State *lua, int table, struct sizes sizes[SIZE_NAMES]) {
  for (int i = 0; i < SIZE_NAMES; i++) sizes[i] = (struct sizes){0, {1, 1, 1}};
  if (luaL_getmetafield(lua, table, "__index") == LUA_TNIL) {
    read_own_sizes(lua, table, sizes);
    return;
  }
  lua_pop(lua, 1);
  wb_gpu_check_keys(lua, table, "enqueue_function", size_names);
  for (int i = 0; i < SIZE_NAMES; i++) {
    lua_getfield(lua, table, size_names[i]);
    sizes[i] = take_sizes(lua, size_names[i]);
  }
}

/* grid_dim, in groups, and block_dim; or global, in work-items, and local. */
static void read_launch(lua_State *lua, int table, struct wb_host_launch *launch) {
  struct sizes all[SIZE_NAMES];
  read_all_sizes(lua, table, all);
  const struct sizes grid = all[GRID_DIM], block = all[BLOCK_DIM];
  const struct sizes global = all[GLOBAL], local = all[LOCAL], offset = all[OFFSET];
  const struct sizes *group = grid.dimensions > 0 ? &block : &local;
  if ((grid.dimensions > 0 || block.dimensions > 0) ==
      (global.dimensions > 0 || local.dimensions > 0))
    luaL_error(lua,
               "a launch needs its sizes: { grid_dim = groups, block_dim = work-items of one } "
               "or { global = work-items, [\"local\"] = those of a group }");
  if ((grid.dimensions > 0) != (block.dimensions > 0))
    luaL_error(lua, "grid_dim and block_dim go together");
  if (global.dimensions == 0 && grid.dimensions == 0) luaL_error(lua, "local without global");
  launch->chooses_group = group->dimensions == 0;
  launch->dimensions = grid.dimensions > global.dimensions ? grid.dimensions : global.dimensions;
  if (launch->dimensions < group->dimensions) launch->dimensions = group->dimensions;
  for (unsigned d = 0; d < 3; d++) {
    launch->global[d] = global.size[d];
    if (grid.dimensions > 0 &&
        __builtin_mul_overflow(grid.size[d], block.size[d], &launch->global[d]))
      luaL_error(lua, "grid_dim times block_dim is too large");
    launch->local[d] = group->dimensions > 0 ? group->size[d] : 0;
    launch->offset[d] = offset.dimensions > d ? offset.size[d] : 0;
  }
}

/* enqueue_function(function or what compile_function takes, arguments …, { sizes }) */
static int enqueue_function(lua_State *lua) {
  struct wb_gpu_state *gpu;
  struct wb_error err;
  struct wb_host_queue *queue = wb_gpu_check_queue(lua, &gpu);
  struct wb_host_launch launch = {0};
  struct wb_host_arg args[WB_MAX_ARGS];
  const int sizes = lua_gettop(lua);
  int first = 3;
  const struct wb_gpu_function *function = wb_gpu_test(lua, 2, WB_GPU_FUNCTION);
  if (function == NULL) {
    const bool by_name = lua_type(lua, 2) == LUA_TSTRING;
    if (!by_name && lua_type(lua, 2) != LUA_TTABLE)
      luaL_error(lua,
                 "enqueue_function needs a function of compile_function, or a file and a name, "
                 "not %s",
                 luaL_typename(lua, 2));
    if (by_name) luaL_checkstring(lua, first++);
    function = push_function(lua, 2, by_name ? 3 : 0, 0);
    lua_replace(lua, 2);
  }
  if (sizes < first || lua_type(lua, sizes) != LUA_TTABLE)
    luaL_error(lua,
               "the last argument of enqueue_function says the sizes: "
               "{ grid_dim = …, block_dim = … }");
  if (function->handle == NULL) wb_gpu_check_value(lua, 2, WB_GPU_FUNCTION); /* says so */
  read_launch(lua, sizes, &launch);
  launch.n_args = (size_t)(sizes - first);
  if (launch.n_args > WB_MAX_ARGS) luaL_error(lua, "more than %d arguments", WB_MAX_ARGS);
  for (size_t i = 0; i < launch.n_args; i++)
    take_argument(lua, first + (int)i, function->handle, i, &args[i]);
  launch.args = launch.n_args == 0 && function->has_arguments ? NULL : args;
  wb_gpu_check(lua, gpu, wb_host_launch(queue, function->handle, &launch, &err), &err);
  return 0;
}

/* ---- facts ---------------------------------------------------------------------------------- */

static int function_name(lua_State *lua) {
  const struct wb_gpu_function *function = wb_gpu_check_value(lua, 1, WB_GPU_FUNCTION);
  lua_pushstring(lua, wb_host_function_name(function->handle));
  return 1;
}

/* "scalar_add(__global float *a, int n)" */
static int function_to_string(lua_State *lua) {
  const struct wb_gpu_function *function = wb_gpu_check_value(lua, 1, WB_GPU_FUNCTION);
  char text[1024];
  struct wb_str spelled;
  wb_str_init(&spelled);
  wb_kernel_spell(wb_host_function_name(function->handle), wb_host_function_info(function->handle),
                  &spelled);
  snprintf(text, sizeof text, "%s", spelled.data);
  wb_str_release(&spelled);
  lua_pushstring(lua, text);
  return 1;
}

static int drop_function(lua_State *lua) {
  struct wb_gpu_function *function = wb_gpu_test(lua, 1, WB_GPU_FUNCTION);
  if (function == NULL || function->handle == NULL) return 0;
  wb_gpu_enter_to_drop(function->gpu, lua);
  wb_host_function_drop(function->handle);
  function->handle = NULL;
  return 0;
}

/* Local(type, count): room in local memory. */
int wb_gpu_new_local(lua_State *lua) {
  const struct wb_dtype type = wb_gpu_check_type(lua, 1);
  const lua_Integer count = luaL_checkinteger(lua, 2);
  size_t bytes = 0;
  if (count < 0 || __builtin_mul_overflow((size_t)count, wb_dtype_size(type), &bytes))
    return luaL_error(lua, "local memory cannot have %I elements", count);
  struct wb_gpu_local *local = wb_gpu_new_value(lua, WB_GPU_LOCAL, sizeof *local, 0);
  *local = (struct wb_gpu_local){type, bytes};
  return 1;
}

static int local_to_string(lua_State *lua) {
  const struct wb_gpu_local *local = wb_gpu_check_value(lua, 1, WB_GPU_LOCAL);
  char name[WB_DTYPE_NAME_MAX];
  lua_pushfstring(lua, "Local(%s, %I)", wb_dtype_name(local->type, name),
                  (lua_Integer)(local->bytes / wb_dtype_size(local->type)));
  return 1;
}

const luaL_Reg wb_gpu_function_methods[] = {
    {"compile_function", compile_function}, {"enqueue_function", enqueue_function}, {NULL, NULL}};
static const luaL_Reg function_methods[] = {
    {"name", function_name}, {"set_argument", set_argument}, {NULL, NULL}};
static const luaL_Reg function_metamethods[] = {{"__tostring", function_to_string},
                                                {"__gc", drop_function},
                                                {"__close", drop_function},
                                                {NULL, NULL}};
static const luaL_Reg no_methods[] = {{NULL, NULL}};
static const luaL_Reg local_metamethods[] = {{"__tostring", local_to_string}, {NULL, NULL}};

void wb_gpu_open_functions(lua_State *lua) {
  wb_gpu_make_kind(lua, WB_GPU_FUNCTION, function_methods, function_metamethods);
  wb_gpu_make_kind(lua, WB_GPU_LOCAL, no_methods, local_metamethods);
}
