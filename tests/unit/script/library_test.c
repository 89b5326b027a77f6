/* The library that is written in Lua and built in, with files of the test's own, and what it needs
 * of C.
 *
 * depends: lua */
#include "script/library.h"

#include <lauxlib.h>
#include <lualib.h>

#include "course.h"
#include "script/native.h"
#include "script/state.h"
#include "script/tensor_lua.h"

#define FILE_OF(name, label, text) \
  { name, "=lua/" label ".lua", (const unsigned char *)(text), sizeof(text) - 1, NULL, 0 }

static const struct wb_library_file files[] = {
    FILE_OF("graph", "graph",
            "-- a comment\n"
            "local dim = require 'graph.dim'\n"
            "local graph = { dim = dim, native = require 'graph.native' }\n"
            "own_global = 1\n"
            "function graph.fail() graph.native.fail('add: shapes [2] and [3]') end\n"
            "function graph.where() return graph.native.where() end\n"
            "function graph.each(t, f) for _, v in ipairs(t) do f(v) end end\n"
            "function graph.of_c() return require 'tensor'.full('flaot', { 2 }, 3) end\n"
            "function graph.faulty(t)\n"
            "  return t.x.y\n"
            "end\n"
            "function graph.error() error('told') end\n"
            "function graph.reach() return io or os or debug or load end\n"
            "return graph\n"),
    FILE_OF("graph.dim", "graph/dim", "return { one = 1 }"),
    FILE_OF("graph.library.circle", "graph/library/circle",
            "return require 'graph.library.circle'"),
    FILE_OF("graph.silent", "graph/silent", "local x = 1"),
    {NULL, NULL, NULL, 0, NULL, 0},
};

static const struct wb_script_options with_files = {.library = files};

/* What the spec's reference, which begins in line 8, fails with. */
static struct wb_error error_of(const char *body) {
  struct wb_error err = {0};
  struct wb_case *made = NULL;
  char *text = course_spec(body);
  struct wb_puzzle *puzzle = course_load(text, strlen(text), &with_files, &err);
  if (puzzle != NULL) wb_case_make(puzzle, 0, false, 0, &made, &err);
  wb_case_free(made);
  wb_puzzle_free(puzzle);
  free(text);
  return err;
}

static void fails_with(const char *body, const char *where, const char *message) {
  struct wb_error err = error_of(body);
  CHECK_INT(err.status, WB_ERR_SPEC);
  CHECK_STRING(err.where, where);
  CHECK_STRING(err.message, message);
}

/* The reference fails with what it says in the end. */
static void says(const char *body, const char *said) {
  char *text = wb_format("do\n%s\nend", body);
  struct wb_error err = error_of(text);
  if (!CHECK(strcmp(err.message + strcspn(err.message, ":") + 2, said) == 0))
    printf("# said: %s: %s\n", err.where, err.message);
  free(text);
}

static void modules_are_found_by_their_names(void) {
  says("error(require 'graph'.dim.one + require 'graph.dim'.one, 0)", "2");
  says("error(tostring(require 'graph' == require 'graph'), 0)", "true");
  says("error(tostring(require 'graph'.dim == require 'graph.dim'), 0)", "true");
  says("error(tostring(own_global or require 'graph'.reach()), 0)", "nil");
}

static void names_that_are_none_are_refused(void) {
  CHECK(strstr(error_of("require 'grapf'").message, "did you mean 'graph'?") != NULL);
  CHECK(strstr(error_of("require 'graph.nothing'").message, "is not a module name") != NULL);
  CHECK(strstr(error_of("require 'graph.library.circle'").message, "requires itself") != NULL);
  says("pcall(require, 'graph.library.circle')\nrequire 'graph.library.circle'",
       "module 'graph.library.circle' requires itself");
  CHECK(strstr(error_of("require 'graph.silent'").message,
               "lua/graph/silent.lua returns nothing") != NULL);
}

static void courses_do_not_shadow_them(void) {
  course_write("lua/graph.lua", "return { dim = { one = 7 } }", 28);
  says("error(require 'graph'.dim.one, 0)", "1");
}

static void failures_are_said_of_the_script(void) {
  fails_with("\n  require 'graph'.fail()", COURSE_LABEL ":9",
             "the reference of case \"one\": add: shapes [2] and [3]");
  fails_with("\n  require 'graph'.each({ 1 }, function()\n    require 'graph'.fail()\n  end)",
             COURSE_LABEL ":10", "the reference of case \"one\": add: shapes [2] and [3]");
  fails_with("\n  require 'graph'.error()", COURSE_LABEL ":9",
             "the reference of case \"one\": told");
  struct wb_error err = error_of("\n  require 'graph'.of_c()");
  CHECK_STRING(err.where, COURSE_LABEL ":9");
  CHECK(strstr(err.message, "flaot") != NULL && strstr(err.message, "lua/graph") == NULL);
}

/* Whose fault it is must be found. */
static void faults_of_the_library_keep_their_place(void) {
  fails_with("\n  require 'graph'.faulty({})", COURSE_LABEL ":9",
             "the reference of case \"one\": lua/graph.lua:10: attempt to index a nil value (field "
             "'x')");
}

static void caught_errors_have_the_place_in_front(void) {
  says("local ok, text = pcall(function()\nrequire 'graph'.fail() end)\nerror(text, 0)",
       COURSE_LABEL ":10: add: shapes [2] and [3]");
  says("local ok, text = pcall(require 'graph'.fail)\nerror(text, 0)",
       COURSE_LABEL ":9: add: shapes [2] and [3]");
}

static void places_are_told(void) {
  says("local graph = require 'graph'\nlocal place = graph.where()\nerror(place, 0)",
       COURSE_LABEL ":10");
}

static void files_and_time_are_refused(void) {
  static const char *const calls[] = {"list('.')", "read('a')", "resolve('a')", "load('', 'a')"};
  char body[120];
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    snprintf(body, sizeof body, "\n  require 'graph.native'.%s", calls[i]);
    fails_with(body, COURSE_LABEL ":9",
               "the reference of case \"one\": this script may open no files");
  }
  fails_with("\n  require 'graph.native'.monotonic()", COURSE_LABEL ":9",
             "the reference of case \"one\": this script may measure no time");
}

static void texts_are_hashed(void) {
  says("error(require 'graph.native'.hash('abc'), 0)",
       "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

static void floats_are_rounded_and_written(void) {
  static const struct {
    const char *number, *as_float, *as_double;
  } rows[] = {
      {"0.1", "0.1f", "0.1"},
      {"1", "1.0f", "1.0"},
      {"-2", "-2.0f", "-2.0"},
      {"0.0", "0.0f", "0.0"},
      {"-0.0", "-0.0f", "-0.0"},
      {"1e30", "1e+30f", "1e+30"},
      {"16777217", "16777216.0f", "16777217.0"},
      {"1 / 3", "0.33333334f", "0.3333333333333333"},
      {"0.1 + 0.2", "0.3f", "0.30000000000000004"},
      {"0x1p-149", "1e-45f", "1.401298464324817e-45"},
      {"0x1p-1074", "0.0f", "5e-324"},
      {"0x1.fffffep127", "3.4028235e+38f", "3.4028234663852886e+38"},
      {"1e300", "INFINITY", "1e+300"},
      {"1 / 0", "INFINITY", "INFINITY"},
      {"-1 / 0", "-INFINITY", "-INFINITY"},
      {"0 / 0", "NAN", "NAN"},
  };
  char body[160];
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    snprintf(body, sizeof body, "error(require 'graph.native'.float_text(%s, 'float'), 0)",
             rows[i].number);
    says(body, rows[i].as_float);
    snprintf(body, sizeof body, "error(require 'graph.native'.float_text(%s, 'double'), 0)",
             rows[i].number);
    says(body, rows[i].as_double);
  }
  says("error(tostring(require 'graph.native'.round_float(0.1) == 0x1.99999ap-4), 0)", "true");
  CHECK(strstr(error_of("require 'graph.native'.float_text(1, 'half')").message, "half") != NULL);
}

/* Every float comes back, of a sample. */
static void literals_read_back(void) {
  says(
      "local native, bad = require 'graph.native', 0\n"
      "for i = 1, 20000 do\n"
      "  local number = string.unpack('f', string.pack('I4', (i * 2654435761) & 0xffffffff))\n"
      "  local text = native.float_text(number, 'float')\n"
      "  local read = tonumber((text:gsub('f$', '')))\n"
      "  if text == 'NAN' then read, number = 0, number == number and 1 or 0 end\n"
      "  if text:find 'INF' then read = text == 'INFINITY' and 1 / 0 or -1 / 0 end\n"
      "  if native.round_float(read) ~= number then bad = bad + 1 end\n"
      "end\n"
      "error(bad, 0)",
      "0");
}

/* What a state of no spec asks for before its script runs. */
static uint64_t allocations_with(const struct wb_library_file *library) {
  const struct wb_script_options options = {.library = library};
  struct wb_script *script = NULL;
  CHECK(wb_script_new(course_root, "test.lua", &options, &script, NULL) == WB_OK);
  const uint64_t count = script->allocations;
  wb_script_free(script);
  return count;
}

static void nothing_is_compiled_unasked(void) {
  static const struct wb_library_file none[] = {{NULL, NULL, NULL, 0, NULL, 0}};
  CHECK_INT(allocations_with(files), allocations_with(none));
}

static int push_native(lua_State *lua) {
  wb_native_push_module(lua);
  return 1;
}

/* The state of another interpreter: no sandbox, but its own require. */
static void interpreters_find_them_before_files(void) {
  static const char text[] =
      "package.path = ROOT .. '/lua/?.lua'\n"
      "local graph = require 'graph'\n"
      "assert(graph.dim.one == 1 and require 'graph.dim' == graph.dim, 'not built in')\n"
      "local ok, text = pcall(function()\n"
      "  graph.fail()\n"
      "end)\n"
      "assert(text == 'own.lua:5: add: shapes [2] and [3]', text)\n";
  lua_State *lua = luaL_newstate();
  course_write("lua/graph.lua", "return { dim = { one = 7 } }", 28);
  luaL_openlibs(lua);
  lua_pushstring(lua, course_root);
  lua_setglobal(lua, "ROOT");
  wb_library_open(lua, files);
  wb_library_preload(lua, push_native);
  if (!CHECK(luaL_loadbuffer(lua, text, sizeof text - 1, "@own.lua") == LUA_OK &&
             lua_pcall(lua, 0, 0, 0) == LUA_OK))
    printf("# %s\n", lua_tostring(lua, -1));
  lua_close(lua);
}

static int add_code(lua_State *lua, const void *bytes, size_t length, void *code) {
  (void)lua;
  wb_str_add_bytes(code, bytes, length);
  return 0;
}

/* What this Lua compiles a file's text to. */
static void compile_text(lua_State *lua, const struct wb_library_file *file, struct wb_str *code) {
  if (!CHECK(luaL_loadbuffer(lua, (const char *)file->text, file->length, file->source) == LUA_OK))
    printf("# %s\n", lua_tostring(lua, -1));
  else
    CHECK(lua_dump(lua, add_code, code, 0) == 0);
  lua_settop(lua, 0);
}

/* The Lua of the build is that of the tests: it reads code in the text's place. */
static void code_is_taken_for_the_text(void) {
  static const char text[] = "return { from = 'the text' }", other[] = "return { from = 'code' }";
  const struct wb_library_file compiled = {
      "graph", "=lua/graph.lua", (const unsigned char *)other, sizeof other - 1, NULL, 0};
  struct wb_str code;
  lua_State *lua = luaL_newstate();
  wb_str_init(&code);
  luaL_openlibs(lua);
  compile_text(lua, &compiled, &code);
  const struct wb_library_file both[] = {
      {"graph", "=lua/graph.lua", (const unsigned char *)text, sizeof text - 1,
       (const unsigned char *)code.data, code.length},
      {NULL, NULL, NULL, 0, NULL, 0}};
  wb_library_open(lua, both);
  wb_library_preload(lua, push_native);
  CHECK(luaL_dostring(lua, "return require('graph').from") == LUA_OK);
  CHECK_STRING(lua_tostring(lua, -1), "code");
  lua_close(lua);
  wb_str_release(&code);
}

/* The files of this build: each has its name, and is Lua. */
static void the_files_of_this_build_are_lua(void) {
  lua_State *lua = luaL_newstate();
  for (const struct wb_library_file *file = wb_library_files; file->name != NULL; file++) {
    struct wb_str code;
    wb_str_init(&code);
    compile_text(lua, file, &code);
    CHECK(code.length == file->code_length &&
          memcmp(code.data, file->code, file->code_length) == 0);
    wb_str_release(&code);
    char *path = wb_format(WB_TEST_ROOT "/%s", file->source + 1);
    char *text = wb_file_read_text(path, 1 << 20, NULL);
    CHECK(text != NULL && strlen(text) == file->length &&
          memcmp(text, file->text, file->length) == 0);
    free(text);
    free(path);
  }
  lua_close(lua);
}

int main(void) {
  course_begin();
  tap_run("what is built in is found by its names, once a state", modules_are_found_by_their_names);
  tap_run("other names are refused, and circles", names_that_are_none_are_refused);
  tap_run("a course's file does not shadow it", courses_do_not_shadow_them);
  tap_run("what it fails with is said of the script's line", failures_are_said_of_the_script);
  tap_run("its own faults keep their place", faults_of_the_library_keep_their_place);
  tap_run("an error that is caught has the place in front", caught_errors_have_the_place_in_front);
  tap_run("the place of the script is told", places_are_told);
  tap_run("a spec opens no files and measures no time", files_and_time_are_refused);
  tap_run("texts are hashed", texts_are_hashed);
  tap_run("floats are rounded, and written as literals", floats_are_rounded_and_written);
  tap_run("literals read back as the same float", literals_read_back);
  tap_run("nothing is compiled before it is required", nothing_is_compiled_unasked);
  tap_run("other interpreters find it before files", interpreters_find_them_before_files);
  tap_run("what was compiled with this Lua is taken for a file's text", code_is_taken_for_the_text);
  tap_run("the files of this build are those of lua/, and their code is theirs",
          the_files_of_this_build_are_lua);
  course_end();
  return tap_finish();
}
