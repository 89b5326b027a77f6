/* The module's functions and methods, their manual, and what editors are told agree. */
#include <lauxlib.h>

#include "base/file.h"
#include "gpu/values.h"
#include "script/state.h"
#include "tap.h"

static struct wb_str manual, annotations;

/* What lua/gpu.lua calls each kind; a context is a queue, too. */
static const struct kind {
  enum wb_gpu_kind kind;
  const char *classes[2];
} kinds[] = {
    {WB_GPU_CONTEXT, {"DeviceContext", "Queue"}},
    {WB_GPU_QUEUE, {"Queue"}},
    {WB_GPU_BUFFER, {"Buffer"}},
    {WB_GPU_FUNCTION, {"Function"}},
    {WB_GPU_EVENT, {"Event"}},
};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

/* Whether the manual names it as a call or a field: "gpu.load(", ":release(". */
static bool is_in_manual(const char *name) {
  bool found = false;
  for (const char *at = manual.data; !found && (at = strstr(at, name)) != NULL; at++)
    found = strchr(".:", at[-1]) != NULL && strchr("(`) {", at[strlen(name)]) != NULL;
  return found;
}

/* "function gpu.load(" or "gpu.null =". */
static bool is_annotated(const char *owner, const char *separator, const char *name) {
  char call[96], field[96];
  if (owner == NULL) return false;
  snprintf(call, sizeof call, "\nfunction %s%s%s(", owner, separator, name);
  snprintf(field, sizeof field, "\n%s%s%s =", owner, separator, name);
  return strstr(annotations.data, call) != NULL || strstr(annotations.data, field) != NULL;
}

/* The methods of a kind on the stack: what its __index finds them in. */
static void push_methods(lua_State *lua, enum wb_gpu_kind kind) {
  wb_gpu_new_value(lua, kind, sizeof(struct wb_gpu_buffer), 0);
  lua_getmetatable(lua, -1);
  lua_getfield(lua, -1, "__index");
  lua_getupvalue(lua, -1, 1);
}

static int check_names(lua_State *lua) {
  wb_gpu_open(lua, lua_touserdata(lua, 1));
  wb_gpu_push_module(lua);
  lua_pushnil(lua);
  for (; lua_next(lua, -2) != 0; lua_pop(lua, 1)) {
    const char *name = lua_tostring(lua, -2);
    if (!CHECK(is_in_manual(name))) printf("# docs/gpu.md lacks gpu.%s\n", name);
    if (!CHECK(is_annotated("gpu", ".", name))) printf("# lua/gpu.lua lacks gpu.%s\n", name);
  }
  for (size_t k = 0; k < N_KINDS; k++) {
    push_methods(lua, kinds[k].kind);
    lua_pushnil(lua);
    for (; lua_next(lua, -2) != 0; lua_pop(lua, 1)) {
      const char *name = lua_tostring(lua, -2), *const *classes = kinds[k].classes;
      if (!CHECK(is_in_manual(name))) printf("# docs/gpu.md lacks :%s\n", name);
      if (!CHECK(is_annotated(classes[0], ":", name) || is_annotated(classes[1], ":", name)))
        printf("# lua/gpu.lua lacks %s:%s\n", classes[0], name);
    }
    lua_settop(lua, 1);
  }
  return 0;
}

static bool has_method(lua_State *lua, const char *class, size_t length, const char *name) {
  bool found = false;
  for (size_t k = 0; k < N_KINDS && !found; k++) {
    if (strlen(kinds[k].classes[0]) != length || memcmp(kinds[k].classes[0], class, length) != 0)
      continue;
    push_methods(lua, kinds[k].kind);
    lua_pushlstring(lua, name, strcspn(name, "("));
    found = lua_rawget(lua, -2) == LUA_TFUNCTION;
    lua_settop(lua, 1);
  }
  return found;
}

static int check_annotations(lua_State *lua) {
  static const char mark[] = "\nfunction ";
  wb_gpu_open(lua, lua_touserdata(lua, 1));
  for (const char *at = annotations.data; (at = strstr(at, mark)) != NULL;) {
    at += strlen(mark);
    const size_t length = strcspn(at, ".:");
    bool found = at[length] == ':' && has_method(lua, at, length, at + length + 1);
    if (at[length] == '.') {
      wb_gpu_push_module(lua);
      lua_pushlstring(lua, at + length + 1, strcspn(at + length + 1, "("));
      found = lua_rawget(lua, -2) == LUA_TFUNCTION;
      lua_settop(lua, 1);
    }
    if (!CHECK(found)) printf("# there is no %.30s\n", at);
  }
  return 0;
}

static void run(lua_CFunction function) {
  static const struct wb_script_options none;
  static const struct wb_gpu_settings settings;
  struct wb_script *script = NULL;
  struct wb_gpu_state *gpu = wb_gpu_new(&settings);
  CHECK(wb_script_new(".", "test", &none, &script, NULL) == WB_OK);
  CHECK(wb_script_protect(script, function, gpu, NULL) == WB_OK);
  wb_script_free(script);
  wb_gpu_free(gpu);
}

static void every_function_is_documented(void) { run(check_names); }
static void every_documented_function_exists(void) { run(check_annotations); }

int main(void) {
  wb_str_init(&manual);
  wb_str_init(&annotations);
  if (wb_file_read(WB_TEST_ROOT "/docs/gpu.md", 1 << 20, &manual, NULL) != WB_OK ||
      wb_file_read(WB_TEST_ROOT "/lua/gpu.lua", 1 << 20, &annotations, NULL) != WB_OK)
    return 1;
  tap_run("every function and method is documented", every_function_is_documented);
  tap_run("every documented one exists", every_documented_function_exists);
  wb_str_release(&manual);
  wb_str_release(&annotations);
  return tap_finish();
}
