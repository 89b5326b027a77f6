/* Events as values: places in queues. */
#include <string.h>

#include "gpu/values.h"

static struct wb_host_context *check_context(lua_State *lua, struct wb_gpu_state **gpu) {
  return wb_host_queue_context(wb_gpu_check_queue(lua, gpu));
}

/* Event(context), context:create_event() */
int wb_gpu_new_event(lua_State *lua) {
  struct wb_gpu_state *gpu;
  struct wb_error err;
  struct wb_host_context *context = check_context(lua, &gpu);
  struct wb_gpu_event *event = wb_gpu_new_value(lua, WB_GPU_EVENT, sizeof *event, 1);
  event->gpu = gpu;
  wb_gpu_make_room(lua, gpu);
  wb_gpu_check(lua, gpu, wb_host_event_new(context, &event->handle, &err), &err);
  return 1;
}

/* record_event([event]): the event, a new one if there is none. */
static int record_event(lua_State *lua) {
  struct wb_gpu_state *gpu;
  struct wb_error err;
  struct wb_host_queue *queue = wb_gpu_check_queue(lua, &gpu);
  lua_settop(lua, 2);
  if (lua_isnil(lua, 2)) {
    lua_pop(lua, 1);
    wb_gpu_new_event(lua);
  }
  const struct wb_gpu_event *event = wb_gpu_check_value(lua, 2, WB_GPU_EVENT);
  wb_gpu_check(lua, gpu, wb_host_record(queue, event->handle, &err), &err);
  return 1;
}

static int wait_for_event(lua_State *lua) {
  struct wb_gpu_state *gpu;
  struct wb_error err;
  struct wb_host_queue *queue = wb_gpu_check_queue(lua, &gpu);
  const struct wb_gpu_event *event = wb_gpu_check_value(lua, 2, WB_GPU_EVENT);
  wb_gpu_check(lua, gpu, wb_host_wait_event(queue, event->handle, &err), &err);
  return 0;
}

static int await_event(lua_State *lua) {
  const struct wb_gpu_event *event = wb_gpu_check_value(lua, 1, WB_GPU_EVENT);
  struct wb_error err;
  wb_gpu_check(lua, event->gpu, wb_host_await_event(event->handle, &err), &err);
  return 0;
}

static int is_done(lua_State *lua) {
  const struct wb_gpu_event *event = wb_gpu_check_value(lua, 1, WB_GPU_EVENT);
  struct wb_error err;
  bool done = false;
  wb_gpu_check(lua, event->gpu, wb_host_event_is_done(event->handle, &done, &err), &err);
  lua_pushboolean(lua, done);
  return 1;
}

static struct wb_host_times times_of(lua_State *lua, int index) {
  const struct wb_gpu_event *event = wb_gpu_check_value(lua, index, WB_GPU_EVENT);
  struct wb_host_times times = {0};
  struct wb_error err;
  wb_gpu_check(lua, event->gpu, wb_host_event_times(event->handle, &times, &err), &err);
  return times;
}

/* elapsed(first, second): milliseconds between their ends. */
static int elapsed(lua_State *lua) {
  const struct wb_host_times first = times_of(lua, 2), second = times_of(lua, 3);
  lua_pushnumber(lua, ((double)second.end_ns - (double)first.end_ns) / 1e6);
  return 1;
}

/* event.times: { queued_ns, start_ns, end_ns }; else a method. */
static int get_field(lua_State *lua) {
  const char *name = lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "";
  if (strcmp(name, "times") != 0) return wb_gpu_find_method(lua);
  const struct wb_host_times times = times_of(lua, 1);
  lua_createtable(lua, 0, 3);
  lua_pushinteger(lua, (lua_Integer)times.queued_ns);
  lua_setfield(lua, -2, "queued_ns");
  lua_pushinteger(lua, (lua_Integer)times.start_ns);
  lua_setfield(lua, -2, "start_ns");
  lua_pushinteger(lua, (lua_Integer)times.end_ns);
  lua_setfield(lua, -2, "end_ns");
  return 1;
}

static int to_string(lua_State *lua) {
  wb_gpu_check_value(lua, 1, WB_GPU_EVENT);
  lua_pushliteral(lua, "Event");
  return 1;
}

static int drop_event(lua_State *lua) {
  struct wb_gpu_event *event = wb_gpu_test(lua, 1, WB_GPU_EVENT);
  if (event == NULL || event->handle == NULL) return 0;
  wb_gpu_enter_to_drop(event->gpu, lua);
  wb_host_event_drop(event->handle);
  event->handle = NULL;
  return 0;
}

const luaL_Reg wb_gpu_event_methods[] = {
    {"create_event", wb_gpu_new_event},
    {"record_event", record_event},
    {"enqueue_wait_for", wait_for_event},
    {"elapsed", elapsed},
    {NULL, NULL},
};
static const luaL_Reg event_methods[] = {
    {"synchronize", await_event}, {"is_done", is_done}, {NULL, NULL}};
static const luaL_Reg event_metamethods[] = {{"__index", get_field},
                                             {"__tostring", to_string},
                                             {"__gc", drop_event},
                                             {"__close", drop_event},
                                             {NULL, NULL}};

void wb_gpu_open_events(lua_State *lua) {
  wb_gpu_make_kind(lua, WB_GPU_EVENT, event_methods, event_metamethods);
}
