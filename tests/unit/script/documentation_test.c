/* The tensor module's functions, its manual and what editors are told agree. */
#include <lauxlib.h>

#include "course.h"
#include "script/tensor_lua.h"

static struct wb_str manual, annotations;

static int check_names(lua_State *lua) {
  wb_tensor_lua_push_module(lua);
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    char text[80];
    const char *name = lua_tostring(lua, -2);
    snprintf(text, sizeof text, "function tensor.%s(", name);
    if (!CHECK(strstr(annotations.data, text) != NULL)) printf("# lua/tensor.lua lacks %s\n", name);
    bool found = false;
    for (const char *at = manual.data; (at = strstr(at, name)) != NULL && !found; at++)
      found = strchr("`. :", at[-1]) != NULL && strchr("`( )[", at[strlen(name)]) != NULL;
    if (!CHECK(found)) printf("# docs/tensors.md lacks %s\n", name);
    lua_pop(lua, 1);
  }
  return 0;
}

static int check_annotations(lua_State *lua) {
  static const char mark[] = "\nfunction tensor.";
  wb_tensor_lua_push_module(lua);
  for (const char *at = annotations.data; (at = strstr(at, mark)) != NULL;) {
    at += strlen(mark);
    lua_pushlstring(lua, at, strcspn(at, "("));
    if (!CHECK(lua_rawget(lua, -2) == LUA_TFUNCTION)) printf("# no function %.20s\n", at);
    lua_pop(lua, 1);
  }
  return 0;
}

static void run(lua_CFunction function) {
  static const struct wb_script_options none;
  struct wb_script *script = NULL;
  CHECK(wb_script_new(".", "test", &none, &script, NULL) == WB_OK);
  CHECK(wb_script_protect(script, function, NULL, NULL) == WB_OK);
  wb_script_free(script);
}

static void every_function_is_documented(void) { run(check_names); }
static void every_documented_function_exists(void) { run(check_annotations); }

int main(void) {
  wb_str_init(&manual);
  wb_str_init(&annotations);
  if (wb_file_read("docs/tensors.md", 1 << 20, &manual, NULL) != WB_OK ||
      wb_file_read("lua/tensor.lua", 1 << 20, &annotations, NULL) != WB_OK) {
    printf("Bail out! run this from the repository's root\n");
    return 2;
  }
  tap_run("every function of the module is in the manual and known to editors",
          every_function_is_documented);
  tap_run("every function that editors are told of exists", every_documented_function_exists);
  wb_str_release(&manual);
  wb_str_release(&annotations);
  return tap_finish();
}
