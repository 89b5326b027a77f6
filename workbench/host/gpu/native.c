#include "gpu/native.h"

#include <lauxlib.h>

#include "base/clock.h"
#include "base/file.h"
#include "gpu/values.h"
#include "result/host_result.h"
#include "script/library.h"
#include "script/native.h"
#include "script/tensor_lua.h"

enum { FILE_MAX = 64 << 20 }; /* bytes of a file that is read */

static int fail_with(lua_State *lua, const struct wb_error *err) {
  lua_pushstring(lua, err->message);
  return wb_native_fail(lua);
}

/* list(folder): the names in it, sorted. */
static int list_folder(lua_State *lua) {
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  const char *folder = luaL_checkstring(lua, 1);
  struct wb_error err;
  wb_names_release(&gpu->names);
  wb_names_init(&gpu->names);
  if (wb_directory_list(folder, &gpu->names, &err) != WB_OK) return fail_with(lua, &err);
  lua_createtable(lua, (int)gpu->names.count, 0);
  for (size_t i = 0; i < gpu->names.count; i++) {
    lua_pushstring(lua, gpu->names.items[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* read(path): the file's text. */
static int read_file(lua_State *lua) {
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  const char *path = luaL_checkstring(lua, 1);
  struct wb_error err;
  wb_str_release(&gpu->text);
  wb_str_init(&gpu->text);
  if (wb_file_read(path, FILE_MAX, &gpu->text, &err) != WB_OK) return fail_with(lua, &err);
  lua_pushlstring(lua, gpu->text.data, gpu->text.length);
  return 1;
}

/* write(path, text): the file is replaced as a whole. */
static int write_file(lua_State *lua) {
  size_t length;
  const char *path = luaL_checkstring(lua, 1);
  const char *text = luaL_checklstring(lua, 2, &length);
  struct wb_error err;
  if (wb_file_write_atomic(path, text, length, &err) != WB_OK) return fail_with(lua, &err);
  return 0;
}

/* resolve(path): beside the script, if it is there, else as it is. */
static int resolve_path(lua_State *lua) {
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  wb_gpu_find_path(gpu, luaL_checkstring(lua, 1));
  lua_pushlstring(lua, gpu->path.data, gpu->path.length);
  return 1;
}

/* load(text, chunk_name [, environment]): a function; nil and a message where the text is no Lua.
 * Without one it has the globals, of which a sandboxed script knows nothing. */
static int load_text(lua_State *lua) {
  size_t length;
  const char *text = luaL_checklstring(lua, 1, &length);
  const char *name = luaL_checkstring(lua, 2);
  const struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  if (gpu->settings.sandboxed || !lua_isnoneornil(lua, 3)) luaL_checktype(lua, 3, LUA_TTABLE);
  lua_settop(lua, 3);
  if (luaL_loadbufferx(lua, text, length, name, "t") != LUA_OK) {
    lua_pushnil(lua);
    lua_insert(lua, -2);
    return 2;
  }
  if (!lua_isnil(lua, 3)) {
    lua_pushvalue(lua, 3);
    lua_setupvalue(lua, -2, 1);
  }
  return 1;
}

/* explains(): whether whoever watches the run wants to know what graphs became. */
static int push_explains(lua_State *lua) {
  lua_pushboolean(lua, wb_gpu_enter(lua)->settings.graphs != NULL);
  return 1;
}

/* explain(text): one text more for them, as far as there is room. */
static int take_explanation(lua_State *lua) {
  size_t length;
  const char *text = luaL_checklstring(lua, 1, &length);
  struct wb_str *graphs = wb_gpu_enter(lua)->settings.graphs;
  if (graphs != NULL) wb_host_graphs_add(graphs, text, length);
  return 0;
}

/* side(value): "device" or "host" of a buffer; nil of anything else. Touches no element. */
static int push_side(lua_State *lua) {
  const struct wb_gpu_buffer *buffer = wb_gpu_test(lua, 1, WB_GPU_BUFFER);
  if (buffer == NULL)
    lua_pushnil(lua);
  else
    lua_pushstring(lua, buffer->side == WB_HOST_SIDE ? "host" : "device");
  return 1;
}

/* monotonic(): seconds. */
static int push_time(lua_State *lua) {
  lua_pushnumber(lua, (lua_Number)wb_clock_ns() / 1e9);
  return 1;
}

int wb_gpu_push_native(lua_State *lua) {
  static const luaL_Reg all[] = {{"encode", wb_gpu_encode_json},
                                 {"decode", wb_gpu_decode_json},
                                 {"load", load_text},
                                 {"side", push_side},
                                 {"explains", push_explains},
                                 {"explain", take_explanation},
                                 {NULL, NULL}};
  static const luaL_Reg own[] = {{"list", list_folder},    {"read", read_file},
                                 {"write", write_file},    {"resolve", resolve_path},
                                 {"monotonic", push_time}, {NULL, NULL}};
  const struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  wb_native_push_module(lua);
  luaL_setfuncs(lua, all, 0);
  lua_pushlightuserdata(lua, NULL);
  lua_setfield(lua, -2, "null");
  if (!gpu->settings.sandboxed) luaL_setfuncs(lua, own, 0);
  return 1;
}

/* ---- a state of Lua's own ---------------------------------------------------------------------
 */

static int push_tensor(lua_State *lua) {
  wb_tensor_lua_push_module(lua);
  return 1;
}

/* It empties its stack, so that it runs in a call of its own. */
static int open_tensor(lua_State *lua) {
  wb_tensor_lua_open(lua);
  return 0;
}

void wb_gpu_add_companions(lua_State *lua) {
  lua_pushcfunction(lua, open_tensor);
  lua_call(lua, 0, 0);
  lua_getfield(lua, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(lua, push_tensor);
  lua_setfield(lua, -2, "tensor");
  lua_pop(lua, 1);
  wb_library_open(lua, wb_library_files);
  wb_library_preload(lua, wb_gpu_push_native);
}
