/* Makes the library that is written in Lua (script/library.h), as C, on stdout: of each file its
 * bytes, and what Lua compiles them to. Runs when the workbench is built.
 *
 *   make-lua-library lua/FILE.lua… */
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"

extern const char lua_ident[];

enum { FILE_MAX = 1 << 20, BYTES_IN_A_LINE = 32 };

static void print_bytes(const char *name, int number, const struct wb_str *bytes) {
  printf("static const unsigned char %s_%d[] = {", name, number);
  for (size_t i = 0; i < bytes->length; i++)
    printf("%s%d,", i % BYTES_IN_A_LINE == 0 ? "\n" : "", (unsigned char)bytes->data[i]);
  puts("\n0};");
}

static int add_code(lua_State *lua, const void *bytes, size_t length, void *code) {
  (void)lua;
  wb_str_add_bytes(code, bytes, length);
  return 0;
}

/* With lines and names, which errors tell. */
static bool compile_file(lua_State *lua, const char *path, const struct wb_str *text,
                         struct wb_str *code) {
  lua_settop(lua, 0);
  lua_pushfstring(lua, "=%s", path);
  if (luaL_loadbufferx(lua, text->data, text->length, lua_tostring(lua, 1), "t") != LUA_OK) {
    fprintf(stderr, "%s\n", lua_tostring(lua, -1));
    return false;
  }
  return lua_dump(lua, add_code, code, 0) == 0;
}

static bool print_file(lua_State *lua, const char *path, int number) {
  struct wb_str text, code;
  struct wb_error err;
  wb_str_init(&text);
  wb_str_init(&code);
  bool good = wb_file_read(path, FILE_MAX, &text, &err) == WB_OK;
  if (!good) fprintf(stderr, "%s\n", err.message);
  good = good && compile_file(lua, path, &text, &code);
  if (good) {
    print_bytes("text", number, &text);
    print_bytes("code", number, &code);
  }
  wb_str_release(&text);
  wb_str_release(&code);
  return good;
}

/* "lua/graph/dim.lua" is "graph.dim". */
static void print_row(const char *path, int number) {
  const char *begin = path + strlen("lua/");
  printf("{\"");
  for (const char *c = begin; strcmp(c, ".lua") != 0; c++) putchar(*c == '/' ? '.' : *c);
  printf("\", \"=%s\", text_%d, sizeof text_%d - 1, code_%d, sizeof code_%d - 1},\n", path, number,
         number, number, number);
}

int main(int argc, char **argv) {
  lua_State *lua = luaL_newstate();
  bool good = lua != NULL;
  puts("/* Made by programs/lua_library.c. */");
  printf("static const char compiled_by[] = \"%s\";\n", lua_ident);
  for (int i = 1; i < argc && good; i++) good = print_file(lua, argv[i], i);
  puts("const struct wb_library_file wb_library_files[] = {");
  for (int i = 1; i < argc && good; i++) print_row(argv[i], i);
  puts("{NULL, NULL, NULL, 0, NULL, 0}};");
  if (lua != NULL) lua_close(lua);
  return good && fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
