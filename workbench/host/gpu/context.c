/* Contexts and queues as values. */
#include <string.h>

#include "gpu/values.h"

/* Where there are as many queues as there can be, some may be gone for the program, and Lua not
 * know it yet. What was made of them goes in the first round, they in the second. */
static bool collects_queues(lua_State *lua, enum wb_status status) {
  if (status != WB_ERR_LIMIT) return false;
  lua_gc(lua, LUA_GCCOLLECT);
  lua_gc(lua, LUA_GCCOLLECT);
  return true;
}

/* DeviceContext([id] [, { api = …, flush = "explicit" }]) */
int wb_gpu_new_context(lua_State *lua) {
  static const char *const names[] = {"api", "flush", NULL};
  static const char *const flush_words[] = {"automatic", "explicit", NULL};
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  struct wb_host_context_options options = {.id = -1};
  struct wb_error err;
  const int table = lua_type(lua, 1) == LUA_TTABLE ? 1 : 2;
  if (table == 2 && !lua_isnoneornil(lua, 1)) {
    const lua_Integer id = luaL_checkinteger(lua, 1);
    luaL_argcheck(lua, id >= 0 && id <= INT32_MAX, 1, "ids of devices count from 0");
    options.id = (int)id;
  }
  if (!lua_isnoneornil(lua, table)) {
    luaL_checktype(lua, table, LUA_TTABLE);
    wb_gpu_check_keys(lua, table, "DeviceContext", names);
    if (lua_getfield(lua, table, "flush") != LUA_TNIL)
      options.explicit_flush = wb_gpu_check_word(lua, "flush", flush_words) == 1;
    if (lua_getfield(lua, table, "api") != LUA_TNIL) options.api = wb_gpu_check_text(lua, "api");
  }
  struct wb_gpu_context *context = wb_gpu_new_value(lua, WB_GPU_CONTEXT, sizeof *context, 0);
  context->gpu = gpu;
  enum wb_status status = wb_host_context_new(gpu->host, &options, &context->handle, &err);
  if (collects_queues(lua, status))
    status = wb_host_context_new(gpu->host, &options, &context->handle, &err);
  wb_gpu_check(lua, gpu, status, &err);
  return 1;
}

/* create_queue(), of a context */
static int new_queue(lua_State *lua) {
  struct wb_gpu_context *context = wb_gpu_check_value(lua, 1, WB_GPU_CONTEXT);
  struct wb_error err;
  struct wb_gpu_queue *queue = wb_gpu_new_value(lua, WB_GPU_QUEUE, sizeof *queue, 1);
  queue->gpu = context->gpu;
  enum wb_status status = wb_host_queue_new(context->handle, &queue->handle, &err);
  if (collects_queues(lua, status))
    status = wb_host_queue_new(context->handle, &queue->handle, &err);
  wb_gpu_check(lua, queue->gpu, status, &err);
  return 1;
}

/* A context waits for all of its queues, a queue for itself. */
static int synchronize(lua_State *lua) {
  struct wb_gpu_state *gpu;
  struct wb_error err;
  struct wb_host_queue *queue = wb_gpu_check_queue(lua, &gpu);
  const struct wb_gpu_context *context = wb_gpu_test(lua, 1, WB_GPU_CONTEXT);
  wb_gpu_check(lua, gpu,
               context != NULL ? wb_host_synchronize_context(context->handle, &err)
                               : wb_host_synchronize(queue, &err),
               &err);
  return 0;
}

static int flush(lua_State *lua) {
  struct wb_gpu_state *gpu;
  struct wb_error err;
  struct wb_host_queue *queue = wb_gpu_check_queue(lua, &gpu);
  wb_gpu_check(lua, gpu, wb_host_flush(queue, &err), &err);
  return 0;
}

static struct wb_host_context *context_at_1(lua_State *lua) {
  struct wb_gpu_state *gpu;
  return wb_host_queue_context(wb_gpu_check_queue(lua, &gpu));
}

static int get_api(lua_State *lua) {
  lua_pushstring(lua, wb_host_context_api(context_at_1(lua)));
  return 1;
}

static int get_id(lua_State *lua) {
  lua_pushinteger(lua, wb_host_context_id(context_at_1(lua)));
  return 1;
}

static int get_name(lua_State *lua) {
  lua_pushstring(lua, wb_host_context_info(context_at_1(lua))->name);
  return 1;
}

static int get_device(lua_State *lua) {
  struct wb_host_context *context = context_at_1(lua);
  wb_gpu_push_device(lua, wb_host_context_info(context), wb_host_context_id(context));
  return 1;
}

static int to_string(lua_State *lua) {
  const bool is_queue = wb_gpu_test(lua, 1, WB_GPU_QUEUE) != NULL;
  struct wb_host_context *context = context_at_1(lua);
  lua_pushfstring(lua, "%s(%s:%d, %s)", is_queue ? "Queue" : "DeviceContext",
                  wb_host_context_api(context), wb_host_context_id(context),
                  wb_host_context_info(context)->name);
  return 1;
}

/* The collector, or the end of a scope. */
static int drop_context(lua_State *lua) {
  struct wb_gpu_context *context = wb_gpu_test(lua, 1, WB_GPU_CONTEXT);
  if (context == NULL || context->handle == NULL || context->is_lent) return 0;
  wb_gpu_enter_to_drop(context->gpu, lua);
  wb_host_context_drop(context->handle);
  context->handle = NULL;
  return 0;
}

void wb_gpu_lend_context(lua_State *lua, struct wb_gpu_state *gpu, struct wb_host_context *handle) {
  struct wb_gpu_context *context = wb_gpu_new_value(lua, WB_GPU_CONTEXT, sizeof *context, 0);
  context->gpu = gpu;
  context->is_lent = true;
  context->handle = handle;
}

static int drop_queue(lua_State *lua) {
  struct wb_gpu_queue *queue = wb_gpu_test(lua, 1, WB_GPU_QUEUE);
  if (queue == NULL || queue->handle == NULL) return 0;
  wb_gpu_enter_to_drop(queue->gpu, lua);
  wb_host_queue_drop(queue->handle);
  queue->handle = NULL;
  return 0;
}

static const luaL_Reg common_methods[] = {
    {"synchronize", synchronize}, {"flush", flush},       {"api", get_api}, {"id", get_id},
    {"name", get_name},           {"device", get_device}, {NULL, NULL},
};
static const luaL_Reg context_methods[] = {
    {"create_queue", new_queue}, {"create_stream", new_queue}, {NULL, NULL}};
static const luaL_Reg context_metamethods[] = {
    {"__tostring", to_string}, {"__gc", drop_context}, {"__close", drop_context}, {NULL, NULL}};
static const luaL_Reg queue_metamethods[] = {
    {"__tostring", to_string}, {"__gc", drop_queue}, {"__close", drop_queue}, {NULL, NULL}};

enum { MOST_METHODS = 48 };

static void add_methods(luaL_Reg *all, size_t *count, const luaL_Reg *methods) {
  for (; methods->name != NULL; methods++) {
    if (*count + 1 >= MOST_METHODS) wb_bug("more than %d methods", MOST_METHODS);
    all[(*count)++] = *methods;
  }
}

void wb_gpu_open_contexts(lua_State *lua) {
  luaL_Reg methods[MOST_METHODS] = {{NULL, NULL}};
  size_t count = 0;
  add_methods(methods, &count, common_methods);
  add_methods(methods, &count, wb_gpu_copy_methods);
  add_methods(methods, &count, wb_gpu_function_methods);
  add_methods(methods, &count, wb_gpu_event_methods);
  wb_gpu_make_kind(lua, WB_GPU_QUEUE, methods, queue_metamethods);
  add_methods(methods, &count, context_methods);
  add_methods(methods, &count, wb_gpu_make_methods);
  wb_gpu_make_kind(lua, WB_GPU_CONTEXT, methods, context_metamethods);
}
