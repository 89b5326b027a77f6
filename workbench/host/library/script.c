#include "library/script.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/gpu.h"
#include "gpu/native.h"
#include "library/interrupt.h"
#include "script/library.h"
#include "script/tensor_lua.h"

static const char kept_key = 0;

void wb_api_script_push_kept(lua_State *lua, enum wb_api_kept what) {
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &kept_key);
  lua_rawgeti(lua, -1, what);
  lua_remove(lua, -2);
}

void wb_api_script_keep(lua_State *lua, enum wb_api_kept what) {
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &kept_key);
  lua_insert(lua, -2);
  lua_rawseti(lua, -2, what);
  lua_pop(lua, 1);
}

/* ---- calls of Lua -----------------------------------------------------------------------------
 */

/* What Lua failed with: an error of `gpu` has a cause of its own, any other one is what the call
 * fails with by nature. */
static enum wb_status take_error(struct wb_api_script *script, int code, enum wb_status usual,
                                 struct wb_error *err) {
  const struct wb_error *of_gpu = wb_gpu_last_error(script->gpu);
  if (code == LUA_ERRMEM) return wb_fail(err, WB_ERR_NOMEM, "there is no memory left");
  if (lua_type(script->lua, -1) != LUA_TSTRING)
    return wb_fail(err, usual, "Lua raised an error that is no text");
  const char *message = lua_tostring(script->lua, -1);
  if (of_gpu->status != WB_OK && wb_ends_with(message, of_gpu->message)) usual = of_gpu->status;
  return wb_fail(err, usual, "%s", message);
}

enum wb_status wb_api_script_protect(struct wb_api_script *script, lua_CFunction f, void *data,
                                     enum wb_status usual, struct wb_error *err) {
  enum wb_status status = WB_OK;
  if (script->lua == NULL) return wb_fail(err, WB_ERR_NOMEM, "there is no memory left");
  lua_settop(script->lua, 0);
  lua_pushcfunction(script->lua, f);
  lua_pushlightuserdata(script->lua, data);
  wb_api_interrupt_begin(script->object.host, script->lua);
  const int code = lua_pcall(script->lua, 1, 0, 0);
  if (code != LUA_OK) status = take_error(script, code, usual, err);
  status = wb_api_interrupt_end(script->object.host, script->lua, status, err);
  lua_settop(script->lua, 0);
  return status;
}

void wb_api_script_push_function(lua_State *lua, const char *name) {
  wb_api_script_push_kept(lua, WB_KEPT_BINDING);
  lua_getfield(lua, -1, name);
  lua_remove(lua, -2);
}

/* What an operation kept of the call's tensors and buffers is nothing any more. */
void wb_api_script_end_loans(struct wb_api_script *script) {
  lua_State *lua = script->lua;
  wb_gpu_script_ended(script->gpu);
  lua_settop(lua, 0);
  lua_pushcfunction(lua, wb_tensor_lua_drop_loans);
  if (lua_pcall(lua, 0, 0, 0) != LUA_OK) wb_bug("loans do not end");
  if (script->n_loans == 0) return;
  wb_api_script_push_kept(lua, WB_KEPT_LOANS);
  for (size_t i = 1; i <= script->n_loans; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i);
    wb_gpu_end_loan(lua, -1);
    lua_pop(lua, 1);
    lua_pushnil(lua);
    lua_rawseti(lua, -2, (lua_Integer)i);
  }
  script->n_loans = 0;
  lua_settop(lua, 0);
}

/* ---- beginning and end ------------------------------------------------------------------------
 */

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

void wb_api_script_open(lua_State *lua, struct wb_api_script *script) {
  const int top = lua_gettop(lua);
  luaL_openlibs(lua);
  lua_pushlightuserdata(lua, script->object.host);
  lua_pushcclosure(lua, print_line, 1);
  lua_setglobal(lua, "print");
  wb_gpu_add_companions(lua);
  lua_settop(lua, top);
  wb_gpu_open(lua, script->gpu);
  wb_gpu_push_module(lua);
  lua_getfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_insert(lua, -2);
  lua_setfield(lua, -2, "gpu");
  lua_newtable(lua);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &kept_key);
  lua_newtable(lua);
  wb_api_script_keep(lua, WB_KEPT_CONTEXTS);
  lua_newtable(lua);
  wb_api_script_keep(lua, WB_KEPT_LOANS);
  wb_library_push(lua, "graph.binding");
  wb_api_script_keep(lua, WB_KEPT_BINDING);
  lua_settop(lua, top);
}

void *wb_api_script_new(struct workbench_host *host, enum wb_api_object_kind kind, size_t size,
                        const char *folder) {
  struct wb_api_script *script = wb_api_object_new(host, kind, size);
  if (folder != NULL) script->folder = wb_strdup(folder);
  script->gpu = wb_gpu_new(&(struct wb_gpu_settings){.folder = script->folder});
  wb_gpu_use(script->gpu, host->handle);
  script->lua = luaL_newstate();
  return script;
}

void wb_api_script_close(struct wb_api_script *script) {
  if (script->lua != NULL) lua_close(script->lua);
  wb_gpu_free(script->gpu);
  if (script->release != NULL) script->release(script);
  free(script->folder);
  script->lua = NULL;
  script->gpu = NULL;
  script->folder = NULL;
  script->object.released = true;
}

static bool is_script(const struct wb_api_object *object) {
  return (object->kind == WB_OBJECT_OPS || object->kind == WB_OBJECT_GRAPH) && !object->released;
}

void wb_api_scripts_end(struct workbench_host *host) {
  for (struct wb_api_object *object = host->objects; object != NULL; object = object->next)
    if (is_script(object)) wb_api_script_close((struct wb_api_script *)object);
}

void wb_api_scripts_end_context(struct workbench_context *context) {
  for (struct wb_api_object *object = context->object.host->objects; object != NULL;
       object = object->next) {
    if (!is_script(object)) continue;
    lua_State *lua = ((struct wb_api_script *)object)->lua;
    wb_api_script_push_kept(lua, WB_KEPT_CONTEXTS);
    lua_rawgetp(lua, -1, context);
    wb_gpu_end_loan(lua, -1);
    lua_settop(lua, 0);
  }
}

/* ---- arguments --------------------------------------------------------------------------------
 */

void wb_api_script_push_context(lua_State *lua, struct wb_api_script *script,
                                struct workbench_context *context) {
  if (context == NULL) {
    lua_pushnil(lua);
    return;
  }
  wb_api_script_push_kept(lua, WB_KEPT_CONTEXTS);
  if (lua_rawgetp(lua, -1, context) == LUA_TNIL) {
    lua_pop(lua, 1);
    wb_gpu_lend_context(lua, script->gpu, context->handle);
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

void wb_api_script_push_buffer(lua_State *lua, const struct wb_api_tensor *tensor, void *data) {
  struct wb_api_script *script = data;
  struct wb_host_buffer *handle = tensor->buffer->handle;
  lua_createtable(lua, 0, 3);
  wb_api_script_push_context(lua, script, tensor->buffer->context);
  wb_gpu_lend_buffer(lua, script->gpu, handle, -1);
  lua_remove(lua, -2);
  wb_api_script_push_kept(lua, WB_KEPT_LOANS);
  lua_pushvalue(lua, -2);
  lua_rawseti(lua, -2, (lua_Integer)script->n_loans + 1);
  script->n_loans++;
  lua_pop(lua, 1);
  lua_setfield(lua, -2, "buffer");
  set_type_and_shape(lua, tensor);
}

void wb_api_script_push_description(lua_State *lua, const struct wb_api_tensor *tensor) {
  lua_createtable(lua, 0, 2);
  set_type_and_shape(lua, tensor);
}

/* ---- descriptions -----------------------------------------------------------------------------
 */

const char *wb_api_script_text_of(lua_State *lua, const char *field) {
  lua_getfield(lua, -1, field);
  const char *text = lua_tostring(lua, -1);
  lua_pop(lua, 1);
  return text;
}

int wb_api_script_flag_of(lua_State *lua, const char *field) {
  lua_getfield(lua, -1, field);
  const int flag = lua_toboolean(lua, -1);
  lua_pop(lua, 1);
  return flag;
}

size_t wb_api_script_take_arguments(lua_State *lua, const char *field,
                                    workbench_op_argument *into) {
  lua_getfield(lua, -1, field);
  const size_t count = lua_rawlen(lua, -1);
  for (size_t i = 0; i < count && into != NULL; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i + 1);
    into[i] = (workbench_op_argument){.size = sizeof *into,
                                      .name = wb_api_script_text_of(lua, "name"),
                                      .dtype = wb_api_script_text_of(lua, "dtype"),
                                      .shape = wb_api_script_text_of(lua, "shape")};
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return count;
}
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

void wb_api_script_take_results(lua_State *lua, const char *name, workbench_op_result *results,
                                size_t count) {
  if (lua_rawlen(lua, -1) != count)
    luaL_error(lua, "%s: it has %d outputs, and there is room for %d", name,
               (int)lua_rawlen(lua, -1), (int)count);
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(lua, -1, (lua_Integer)i + 1);
    take_result(lua, &results[i]);
    lua_pop(lua, 1);
  }
}
