/* The module itself, and the steps that all of its functions take: who runs, what failed, where. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/nearest.h"
#include "gpu/values.h"
#include "script/place.h"

/* Registry keys: the state's struct wb_gpu_state, and the metatables by kind. */
static const char gpu_key = 0;
static const char kind_keys[WB_GPU_KIND_COUNT] = {0};

static const char *const kind_names[WB_GPU_KIND_COUNT] = {
    [WB_GPU_CONTEXT] = "DeviceContext", [WB_GPU_QUEUE] = "Queue", [WB_GPU_BUFFER] = "Buffer",
    [WB_GPU_FUNCTION] = "Function",     [WB_GPU_EVENT] = "Event", [WB_GPU_LOCAL] = "Local",
};

/* ---- life ----------------------------------------------------------------------------------- */

struct wb_gpu_state *wb_gpu_new(const struct wb_gpu_settings *settings) {
  struct wb_gpu_state *gpu = wb_alloc(sizeof *gpu);
  gpu->settings = *settings;
  wb_str_init(&gpu->text);
  wb_str_init(&gpu->path);
  wb_names_init(&gpu->names);
  return gpu;
}

void wb_gpu_free(struct wb_gpu_state *gpu) {
  if (gpu == NULL) return;
  wb_str_release(&gpu->text);
  wb_str_release(&gpu->path);
  wb_names_release(&gpu->names);
  json_decref(gpu->json);
  free(gpu);
}

void wb_gpu_use(struct wb_gpu_state *gpu, struct wb_host *host) { gpu->host = host; }

void wb_gpu_script_ended(struct wb_gpu_state *gpu) { gpu->lua = NULL; }

const struct wb_error *wb_gpu_last_error(const struct wb_gpu_state *gpu) { return &gpu->error; }

bool wb_gpu_call_failed(const struct wb_gpu_state *gpu) { return gpu->failed; }

void wb_gpu_close(lua_State *lua) {
  lua_pushnil(lua);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &gpu_key);
}

struct wb_gpu_state *wb_gpu_enter(lua_State *lua) {
  if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &gpu_key) == LUA_TNIL)
    luaL_error(lua, "gpu is closed: the state ends");
  struct wb_gpu_state *gpu = lua_touserdata(lua, -1);
  lua_pop(lua, 1);
  gpu->lua = lua;
  gpu->failed = false;
  return gpu;
}

void wb_gpu_enter_to_drop(struct wb_gpu_state *gpu, lua_State *lua) {
  if (gpu->lua != NULL) gpu->lua = lua; /* a script that has ended stays so */
}

/* ---- errors --------------------------------------------------------------------------------- */

_Noreturn void wb_gpu_fail(lua_State *lua, struct wb_gpu_state *gpu, enum wb_status status,
                           const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(gpu->error.message, sizeof gpu->error.message, format, args);
  va_end(args);
  gpu->failed = true;
  gpu->error.status = status;
  gpu->error.where[0] = '\0';
  wb_place_push_caller(lua);
  lua_pushstring(lua, gpu->error.message);
  lua_concat(lua, 2);
  lua_error(lua);
  wb_bug("lua_error returned");
}

void wb_gpu_check(lua_State *lua, struct wb_gpu_state *gpu, enum wb_status status,
                  const struct wb_error *err) {
  char text[WB_ERROR_MESSAGE_MAX];
  if (status == WB_OK) return;
  const bool placed = err->where[0] != '\0';
  snprintf(text, sizeof text, "%s%s%.*s", placed ? err->where : "", placed ? ": " : "",
           (int)(sizeof text - WB_ERROR_WHERE_MAX - 3), err->message);
  wb_gpu_fail(lua, gpu, status, "%s", text);
}

/* ---- where the script is, and what it calls its buffers -------------------------------------- */

/* Whether a line of this function counts as the program's. Tensors' own Lua is stripped of lines.
 */
static bool frame_counts(const struct wb_gpu_state *gpu, const lua_Debug *frame) {
  const char *script = gpu->settings.script;
  return frame->currentline > 0 && !wb_place_is_library(frame) &&
         (script == NULL || (frame->source[0] == '@' && strcmp(frame->source + 1, script) == 0));
}

/* As snprintf does, but soon: every command asks. */
static void copy_text(char *to, size_t size, const char *from) {
  const size_t length = strnlen(from, size - 1);
  memcpy(to, from, length);
  to[length] = '\0';
}

static void find_line(void *data, struct wb_host_site *site) {
  const struct wb_gpu_state *gpu = data;
  lua_Debug frame;
  site->file[0] = '\0';
  site->line = 0;
  if (gpu->lua == NULL) return;
  for (int level = 0; lua_getstack(gpu->lua, level, &frame) != 0; level++) {
    if (lua_getinfo(gpu->lua, "Sl", &frame) == 0 || !frame_counts(gpu, &frame)) continue;
    copy_text(site->file, sizeof site->file,
              frame.source[0] == '@' ? frame.source + 1 : frame.short_src);
    site->line = (uint32_t)frame.currentline;
    return;
  }
  if (gpu->end_line == 0) return;
  snprintf(site->file, sizeof site->file, "%s", gpu->settings.script);
  site->line = gpu->end_line;
}

/* Looking for a buffer among the variables of a script. Allocates nothing in Lua, so that its
 * collector does not run in the middle of a call of the runtime. */
struct search {
  lua_State *lua;
  const struct wb_host_buffer *buffer;
  char *name;
  size_t size;
};

static bool is_it(const struct search *search) {
  const struct wb_gpu_buffer *value = wb_gpu_test(search->lua, -1, WB_GPU_BUFFER);
  return value != NULL && value->handle == search->buffer;
}

/* The buffer may be a field of the table on the top: "bufs.a", "bufs[1]". */
static bool find_in_table(struct search *search, const char *table) {
  enum { MOST_FIELDS = 64 };
  lua_State *lua = search->lua;
  bool found = false;
  lua_pushnil(lua);
  for (int i = 0; lua_next(lua, -2) != 0; i++) {
    if (!found && is_it(search)) {
      const bool is_text = lua_type(lua, -2) == LUA_TSTRING;
      found = is_text || lua_isinteger(lua, -2);
      if (is_text && table[0] == '\0')
        snprintf(search->name, search->size, "%s", lua_tostring(lua, -2));
      else if (is_text)
        snprintf(search->name, search->size, "%s.%s", table, lua_tostring(lua, -2));
      else if (found)
        snprintf(search->name, search->size, "%s[%lld]", table, lua_tointeger(lua, -2));
    }
    lua_pop(lua, 1);
    if (found || (i >= MOST_FIELDS && table[0] != '\0')) {
      lua_pop(lua, 1);
      break;
    }
  }
  return found;
}

/* Pops the value of a variable, which may be the buffer or a table that has it. */
static bool find_in_variable(struct search *search, const char *variable) {
  bool found = false;
  if (variable[0] == '(' || variable[0] == '\0') {
    found = false; /* a temporary of the machine */
  } else if (is_it(search)) {
    snprintf(search->name, search->size, "%s", variable);
    found = true;
  } else if (lua_type(search->lua, -1) == LUA_TTABLE) {
    found = find_in_table(search, strcmp(variable, "_ENV") == 0 ? "" : variable);
  }
  lua_pop(search->lua, 1);
  return found;
}

static bool find_in_frame(struct search *search, lua_Debug *frame) {
  lua_State *lua = search->lua;
  const char *variable;
  bool found = false;
  for (int i = 1; !found && (variable = lua_getlocal(lua, frame, i)) != NULL; i++)
    found = find_in_variable(search, variable);
  if (found) return true;
  lua_getinfo(lua, "f", frame);
  for (int i = 1; !found && (variable = lua_getupvalue(lua, -1, i)) != NULL; i++)
    found = find_in_variable(search, variable);
  lua_pop(lua, 1);
  return found;
}

static bool find_name(void *data, const struct wb_host_buffer *buffer, char *name, size_t size) {
  const struct wb_gpu_state *gpu = data;
  lua_State *lua = gpu->lua;
  struct search search = {lua, buffer, name, size};
  lua_Debug frame;
  bool found = false;
  if (lua == NULL || lua_checkstack(lua, 16) == 0) return false;
  for (int level = 0; !found && lua_getstack(lua, level, &frame) != 0; level++) {
    if (lua_getinfo(lua, "Sl", &frame) == 0 || !frame_counts(gpu, &frame)) continue;
    found = find_in_frame(&search, &frame);
  }
  return found;
}

static void print(void *data, const char *text, size_t length) {
  const struct wb_gpu_state *gpu = data;
  if (gpu->settings.print != NULL)
    gpu->settings.print(gpu->settings.data, gpu->lua, text, length);
  else
    fwrite(text, 1, length, stdout);
}

void wb_gpu_ask_script(struct wb_gpu_state *gpu, struct wb_host_options *options) {
  options->print = print;
  options->locate = find_line;
  options->name = find_name;
  options->data = gpu;
}

char *wb_gpu_script_folder(struct wb_gpu_state *gpu) {
  lua_Debug frame;
  if (gpu->lua == NULL) return NULL;
  for (int level = 0; lua_getstack(gpu->lua, level, &frame) != 0; level++) {
    if (lua_getinfo(gpu->lua, "Sl", &frame) == 0 || !frame_counts(gpu, &frame)) continue;
    return frame.source[0] == '@' ? wb_path_dirname(frame.source + 1) : NULL;
  }
  return wb_strdup(gpu->settings.folder);
}

/* ---- values --------------------------------------------------------------------------------- */

void *wb_gpu_new_value(lua_State *lua, enum wb_gpu_kind kind, size_t size, int owner) {
  if (owner != 0) owner = lua_absindex(lua, owner);
  void *value = lua_newuserdatauv(lua, size, owner != 0 ? 1 : 0);
  memset(value, 0, size);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &kind_keys[kind]);
  lua_setmetatable(lua, -2);
  if (owner != 0) {
    lua_pushvalue(lua, owner);
    lua_setiuservalue(lua, -2, 1);
  }
  return value;
}

void wb_gpu_make_room(lua_State *lua, struct wb_gpu_state *gpu) {
  static const uint64_t least_room = 1 << 16;
  const uint64_t left = wb_host_room_left(gpu->host);
  /* Where nothing could be collected, it is not tried for each handle anew. */
  if (left >= least_room || (left <= gpu->room_collected && left > gpu->room_collected / 2)) return;
  lua_gc(lua, LUA_GCCOLLECT);
  lua_gc(lua, LUA_GCCOLLECT);
  gpu->room_collected = wb_host_room_left(gpu->host);
}

void *wb_gpu_test(lua_State *lua, int index, enum wb_gpu_kind kind) {
  void *value = lua_touserdata(lua, index);
  if (value == NULL || lua_getmetatable(lua, index) == 0) return NULL;
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &kind_keys[kind]);
  if (lua_rawequal(lua, -1, -2) == 0) value = NULL;
  lua_pop(lua, 2);
  return value;
}

void *wb_gpu_check_value(lua_State *lua, int index, enum wb_gpu_kind kind) {
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  void *value = wb_gpu_test(lua, index, kind);
  if (value == NULL) luaL_typeerror(lua, index, kind_names[kind]);
  /* All but local memory begin with the state and a handle. */
  if (kind != WB_GPU_LOCAL && ((struct wb_gpu_context *)value)->handle == NULL)
    wb_gpu_fail(lua, gpu, WB_ERR_USAGE, "this %s is closed: its scope ended", kind_names[kind]);
  return value;
}

/* Mostly a context: a queue of its own is what few programs make. */
struct wb_host_queue *wb_gpu_check_queue(lua_State *lua, struct wb_gpu_state **gpu) {
  const struct wb_gpu_context *context = wb_gpu_test(lua, 1, WB_GPU_CONTEXT);
  *gpu = wb_gpu_enter(lua);
  if (context != NULL && context->handle != NULL) return wb_host_context_queue(context->handle);
  if (wb_gpu_test(lua, 1, WB_GPU_QUEUE) != NULL)
    return ((struct wb_gpu_queue *)wb_gpu_check_value(lua, 1, WB_GPU_QUEUE))->handle;
  context = wb_gpu_check_value(lua, 1, WB_GPU_CONTEXT);
  return wb_host_context_queue(context->handle);
}

void wb_gpu_end_loan(lua_State *lua, int index) {
  struct wb_gpu_buffer *buffer = wb_gpu_test(lua, index, WB_GPU_BUFFER);
  struct wb_gpu_context *context = wb_gpu_test(lua, index, WB_GPU_CONTEXT);
  if (buffer != NULL && buffer->is_lent) buffer->handle = NULL;
  if (context != NULL && context->is_lent) context->handle = NULL;
}

/* The nearest of a table's names, at `table`; "" where none is near. */
static void find_nearest(lua_State *lua, int table, const char *name, char near[64]) {
  const char *names[64];
  size_t count = 0;
  lua_pushnil(lua);
  while (lua_next(lua, table) != 0) {
    if (count < 64 && lua_type(lua, -2) == LUA_TSTRING) names[count++] = lua_tostring(lua, -2);
    lua_pop(lua, 1);
  }
  const char *best = wb_nearest(name, names, count);
  snprintf(near, 64, "%s", best != NULL ? best : "");
}

int wb_gpu_find_method(lua_State *lua) {
  char near[64];
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  const char *name = luaL_tolstring(lua, 2, NULL);
  lua_pushvalue(lua, lua_upvalueindex(1));
  find_nearest(lua, lua_gettop(lua), name, near);
  lua_pushvalue(lua, lua_upvalueindex(2));
  const char *kind = lua_tostring(lua, -1);
  if (near[0] != '\0')
    return luaL_error(lua, "%s has no '%s'; did you mean '%s'?", kind, name, near);
  return luaL_error(lua, "%s has no '%s'", kind, name);
}

static int refuse_field(lua_State *lua) {
  return luaL_error(lua, "values of gpu get no new fields ('%s')", luaL_tolstring(lua, 2, NULL));
}

void wb_gpu_make_kind(lua_State *lua, enum wb_gpu_kind kind, const luaL_Reg *methods,
                      const luaL_Reg *metamethods) {
  lua_newtable(lua);
  int metatable = lua_gettop(lua);
  lua_pushstring(lua, kind_names[kind]);
  lua_setfield(lua, metatable, "__name");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, metatable, "__metatable");
  lua_pushcfunction(lua, refuse_field);
  lua_setfield(lua, metatable, "__newindex");
  /* A table is asked without a call; only what is not in it needs one, for the error. */
  lua_newtable(lua);
  luaL_setfuncs(lua, methods, 0);
  lua_createtable(lua, 0, 1);
  lua_pushvalue(lua, -2);
  lua_pushstring(lua, kind_names[kind]);
  lua_pushcclosure(lua, wb_gpu_find_method, 2);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  lua_pushvalue(lua, -1);
  lua_setfield(lua, metatable, "__index");
  /* Metamethods find the methods, the name and the metatable without the registry. */
  const int made = lua_gettop(lua);
  lua_pushvalue(lua, metatable);
  lua_pushvalue(lua, made);
  lua_pushstring(lua, kind_names[kind]);
  lua_pushvalue(lua, metatable);
  luaL_setfuncs(lua, metamethods, 3);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &kind_keys[kind]);
  lua_settop(lua, metatable - 1);
}

/* ---- arguments ------------------------------------------------------------------------------ */

/* The field that was probably meant: one that the key goes on from ("src_buf"), else the nearest.
 */
static const char *find_key(const char *key, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const size_t length = strlen(names[i]);
    if (strncmp(key, names[i], length) == 0 && key[length] == '_') return names[i];
  }
  return wb_nearest(key, names, count);
}

void wb_gpu_check_keys(lua_State *lua, int index, const char *what, const char *const *names) {
  size_t count = 0;
  while (names[count] != NULL) count++;
  index = lua_absindex(lua, index);
  lua_pushnil(lua);
  while (lua_next(lua, index) != 0) {
    const char *key = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : NULL;
    size_t i = 0;
    while (key != NULL && i < count && strcmp(names[i], key) != 0) i++;
    if (key == NULL || i == count) {
      const char *near = key != NULL ? find_key(key, names, count) : NULL;
      luaL_error(lua, "%s: there is no '%s'%s%s%s", what, luaL_tolstring(lua, -2, NULL),
                 near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                 near != NULL ? "'?" : "");
    }
    lua_pop(lua, 1);
  }
}

const char *wb_gpu_check_text(lua_State *lua, const char *what) {
  if (lua_type(lua, -1) != LUA_TSTRING)
    luaL_error(lua, "%s is a text, not %s", what, luaL_typename(lua, -1));
  return lua_tostring(lua, -1);
}

int wb_gpu_check_word(lua_State *lua, const char *what, const char *const *words) {
  const char *word = wb_gpu_check_text(lua, what);
  int which = 0;
  while (words[which] != NULL && strcmp(words[which], word) != 0) which++;
  if (words[which] != NULL) return which;
  lua_pushfstring(lua, "%s is ", what);
  for (int i = 0; words[i] != NULL; i++)
    lua_pushfstring(lua, "%s\"%s\"", i == 0 ? "" : words[i + 1] == NULL ? " or " : ", ", words[i]);
  lua_pushfstring(lua, ", not \"%s\"", word);
  lua_concat(lua, which + 2);
  return luaL_error(lua, "%s", lua_tostring(lua, -1));
}

struct wb_dtype wb_gpu_check_type(lua_State *lua, int index) {
  struct wb_dtype type = {WB_FLOAT, 1};
  const char *name = luaL_checkstring(lua, index);
  if (wb_dtype_parse(name, &type) && type.scalar != WB_BOOL) return type;
  const char *near = wb_dtype_near(name);
  if (near != NULL) luaL_error(lua, "there is no type '%s'; did you mean '%s'?", name, near);
  luaL_error(lua, "there is no type '%s'; types are OpenCL C's, as 'float' or 'int4'", name);
  return type;
}

/* ---- the module ----------------------------------------------------------------------------- */

/* The api of a list of arguments: "emulator", or { api = "emulator" }; NULL: none. */
static const char *check_api(lua_State *lua) {
  static const char *const names[] = {"api", NULL};
  if (lua_type(lua, 1) == LUA_TTABLE) {
    wb_gpu_check_keys(lua, 1, "devices", names);
    lua_getfield(lua, 1, "api");
    lua_replace(lua, 1);
  }
  if (lua_isnoneornil(lua, 1)) return NULL;
  lua_settop(lua, 1);
  return wb_gpu_check_text(lua, "api");
}

static size_t find_devices(lua_State *lua, const struct wb_device_info **infos) {
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  struct wb_error err;
  size_t count = 0;
  const char *api = check_api(lua);
  wb_gpu_check(lua, gpu, wb_host_devices(gpu->host, api, infos, &count, &err), &err);
  return count;
}

/* number_of_devices([{ api = … }]) */
static int count_devices(lua_State *lua) {
  const struct wb_device_info *infos;
  lua_pushinteger(lua, (lua_Integer)find_devices(lua, &infos));
  return 1;
}

/* A GPU or another accelerator: neither the emulator nor a CPU. */
static int has_accelerator(lua_State *lua) {
  const struct wb_device_info *infos;
  bool found = false;
  lua_settop(lua, 0);
  const size_t count = find_devices(lua, &infos);
  for (size_t i = 0; i < count; i++) found = found || infos[i].gpu;
  lua_pushboolean(lua, found);
  return 1;
}

void wb_gpu_push_device(lua_State *lua, const struct wb_device_info *info, int id) {
  const struct {
    const char *name;
    uint64_t value;
  } sizes[] = {{"global_memory", info->global_memory},
               {"local_memory", info->local_memory},
               {"max_group_size", info->max_group_size}};
  const struct {
    const char *name;
    bool value;
  } abilities[] = {{"checks", info->checks},
                   {"fp16", info->fp16},
                   {"fp64", info->fp64},
                   {"gpu", info->gpu},
                   {"subgroups", info->subgroups}};
  lua_createtable(lua, 0, 16);
  lua_pushinteger(lua, id);
  lua_setfield(lua, -2, "id");
  lua_pushlstring(lua, info->selector, strcspn(info->selector, ":"));
  lua_setfield(lua, -2, "api");
  lua_pushstring(lua, info->selector);
  lua_setfield(lua, -2, "selector");
  lua_pushstring(lua, info->name);
  lua_setfield(lua, -2, "name");
  lua_pushstring(lua, info->vendor);
  lua_setfield(lua, -2, "vendor");
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    lua_pushinteger(lua, (lua_Integer)sizes[i].value);
    lua_setfield(lua, -2, sizes[i].name);
  }
  for (size_t i = 0; i < sizeof abilities / sizeof abilities[0]; i++) {
    lua_pushboolean(lua, abilities[i].value);
    lua_setfield(lua, -2, abilities[i].name);
  }
}

/* devices([{ api = … }]): a list of tables. Ids count within an api. */
static int list_devices(lua_State *lua) {
  const struct wb_device_info *infos;
  const size_t count = find_devices(lua, &infos);
  int id = 0;
  lua_createtable(lua, (int)count, 0);
  for (size_t i = 0; i < count; i++, id++) {
    const size_t length = strcspn(infos[i].selector, ":");
    if (i > 0 && strncmp(infos[i].selector, infos[i - 1].selector, length) != 0) id = 0;
    wb_gpu_push_device(lua, &infos[i], id);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  return 1;
}

static const luaL_Reg module_functions[] = {
    {"has_accelerator", has_accelerator},
    {"number_of_devices", count_devices},
    {"devices", list_devices},
    {"DeviceContext", wb_gpu_new_context},
    {"Event", wb_gpu_new_event},
    {"Local", wb_gpu_new_local},
    {NULL, NULL},
};

static int refuse_name(lua_State *lua) {
  char near[64];
  const char *name = luaL_tolstring(lua, 2, NULL);
  find_nearest(lua, 1, name, near);
  if (near[0] != '\0') return luaL_error(lua, "gpu has no '%s'; did you mean '%s'?", name, near);
  return luaL_error(lua, "gpu has no '%s'", name);
}

void wb_gpu_push_module(lua_State *lua) {
  luaL_newlib(lua, module_functions);
  luaL_setfuncs(lua, wb_gpu_file_functions, 0);
  lua_pushlightuserdata(lua, NULL);
  lua_setfield(lua, -2, "null");
  lua_createtable(lua, 0, 2);
  lua_pushcfunction(lua, refuse_name);
  lua_setfield(lua, -2, "__index");
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_setmetatable(lua, -2);
}

void wb_gpu_open(lua_State *lua, struct wb_gpu_state *gpu) {
  lua_pushlightuserdata(lua, gpu);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &gpu_key);
  wb_gpu_open_contexts(lua);
  wb_gpu_open_buffers(lua);
  wb_gpu_open_functions(lua);
  wb_gpu_open_events(lua);
}
