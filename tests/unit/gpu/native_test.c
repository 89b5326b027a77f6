/* graph.native in host programs, and places in them. */
#include "gpu/run.h"

#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "tap.h"

static char folder[64];

static void add_output(void *data, const char *bytes, size_t length) {
  wb_str_add_bytes(data, bytes, length);
}

struct seen {
  struct wb_str output;
  struct wb_gpu_result result;
};

static struct seen run_as(const char *text, bool sandboxed) {
  struct seen seen;
  char *label = wb_path_join(folder, "test.lua");
  wb_str_init(&seen.output);
  wb_gpu_run(&(struct wb_gpu_script){.text = text,
                                     .length = strlen(text),
                                     .label = sandboxed ? "test.lua" : label,
                                     .sandboxed = sandboxed,
                                     .host.cancel_fd = -1,
                                     .write = add_output,
                                     .data = &seen.output},
             &seen.result);
  free(label);
  return seen;
}

static void release(struct seen *seen) {
  wb_gpu_result_release(&seen->result);
  wb_str_release(&seen->output);
}

static void prints_as(const char *text, bool sandboxed, const char *expected) {
  struct seen seen = run_as(text, sandboxed);
  CHECK_STRING(seen.output.data, expected);
  if (!CHECK_INT(seen.result.status, WB_OK))
    printf("# %s: %s\n", seen.result.error.where, seen.result.error.message);
  release(&seen);
}

static void prints(const char *text, const char *expected) {
  prints_as(text, false, expected);
  prints_as(text, true, expected);
}

/* The message begins so. */
static void fails(const char *text, bool sandboxed, const char *place, const char *message) {
  struct seen seen = run_as(text, sandboxed);
  CHECK_INT(seen.result.status, WB_ERR_SPEC);
  CHECK(wb_ends_with(seen.result.error.where, place));
  if (!CHECK(wb_starts_with(seen.result.error.message, message)))
    printf("# %s\n", seen.result.error.message);
  release(&seen);
}

static void write_file(const char *name, const char *text) {
  char *path = wb_path_join(folder, name);
  CHECK(wb_file_write_atomic(path, text, strlen(text), NULL) == WB_OK);
  free(path);
}

#define NATIVE "local native = require 'graph.native'\n"

static void own_scripts_read_files(void) {
  write_file("words.txt", "two words");
  write_file("add.cl", "");
  prints_as(NATIVE
            "local path = native.resolve('words.txt')\n"
            "print(native.read(path), path:match '^/tmp/' ~= nil)\n"
            "print(native.resolve('nothing.txt'))\n"
            "print(table.concat(native.list((path:gsub('/words.txt', ''))), ' '))\n",
            false, "two words\ttrue\nnothing.txt\nadd.cl words.txt\n");
  struct seen seen = run_as(NATIVE "\nnative.read('/nowhere/a')", false);
  CHECK(wb_ends_with(seen.result.error.where, "test.lua:3"));
  CHECK(strstr(seen.result.error.message, "/nowhere/a") != NULL);
  release(&seen);
  seen = run_as(NATIVE "\nnative.list('/nowhere')", false);
  CHECK(wb_ends_with(seen.result.error.where, "test.lua:3"));
  CHECK(strstr(seen.result.error.message, "/nowhere") != NULL);
  release(&seen);
}

static void own_scripts_write_files(void) {
  prints_as(NATIVE
            "local path = native.resolve('add.cl'):gsub('add.cl', 'made.txt')\n"
            "native.write(path, 'a\\0b') native.write(path, 'x\\0y')\n"
            "print(#native.read(path), native.read(path):byte(3))\n",
            false, "3\t121\n");
  fails(NATIVE "\nnative.write('/nowhere/a', '')", false, "test.lua:3", "cannot");
}

/* Asked for or not, and of whom. */
static void explains(bool asked, bool sandboxed, const char *expected) {
  static const char text[] =
      NATIVE "if native.explains() then native.explain('a graph\\27') end native.explain 'two'";
  struct wb_gpu_result result;
  wb_gpu_run(&(struct wb_gpu_script){.text = text,
                                     .length = strlen(text),
                                     .label = "test.lua",
                                     .explains = asked,
                                     .sandboxed = sandboxed,
                                     .host.cancel_fd = -1},
             &result);
  CHECK_INT(result.status, WB_OK);
  if (expected == NULL)
    CHECK(result.graphs == NULL);
  else
    CHECK_STRING(result.graphs, expected);
  wb_gpu_result_release(&result);
}

static void what_graphs_became_is_taken(void) {
  explains(false, false, NULL);
  explains(false, true, NULL);
  explains(true, false, "a graph␛\n\ntwo\n");
  explains(true, true, "a graph␛\n\ntwo\n");
}

static void own_scripts_load_texts(void) {
  prints_as(NATIVE
            "print(native.load('return a, print', '=x', { a = 3 })())\n"
            "print(native.load('return print == _G.print', '=x')())\n"
            "print(native.load('return +', '=x'))\n"
            "print(native.load('\\27Lua', '=x'))\n",
            false,
            "3\tnil\ntrue\nnil\tx:1: unexpected symbol near '+'\n"
            "nil\tattempt to load a binary chunk (mode is 't')\n");
}

static void own_scripts_measure(void) {
  prints_as(NATIVE
            "local begun = native.monotonic()\n"
            "local now = native.monotonic()\n"
            "print(math.type(now), now >= begun and now < begun + 10)\n",
            false, "float\ttrue\n");
}

static void sandboxed_scripts_do_not(void) {
  static const char *const calls[] = {
      "list('.')",
      "read('a')",
      "write('a', '')",
      "resolve('a')",
  };
  char text[120];
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    snprintf(text, sizeof text, NATIVE "\nnative.%s", calls[i]);
    fails(text, true, "test.lua:3", "this script may open no files");
  }
  fails(NATIVE "native.monotonic()", true, "test.lua:2", "this script may measure no time");
}

static void values_become_json(void) {
  prints(
      NATIVE
      "print(native.encode { b = { 1, 2.0, 'x\\n\\0' }, a = { c = true, d = native.null } })\n"
      "print(native.encode {}, native.encode 'text', native.encode(1 << 62), native.encode(0.1))",
      "{\"a\":{\"c\":true,\"d\":null},\"b\":[1,2.0,\"x\\n\\u0000\"]}\n"
      "[]\t\"text\"\t4611686018427387904\t0.10000000000000001\n");
  prints(
      NATIVE
      "local value = native.decode '{\"a\": [1, 2.0, null, \"x\\\\u0000\"], \"b\": {\"c\": "
      "false}}'\n"
      "print(#value.a, math.type(value.a[1]), math.type(value.a[2]), value.a[3] == native.null)\n"
      "print(#value.a[4], value.b.c, native.null == require 'gpu'.null)\n"
      "print(native.decode(native.encode(0.1)) == 0.1, native.decode ' 7 ')\n",
      "4\tinteger\tfloat\ttrue\n2\tfalse\ttrue\ntrue\t7\n");
}

static void what_json_has_not_is_refused(void) {
  static const struct {
    const char *call, *message;
  } rows[] = {
      {"encode(0 / 0)", "encode: JSON has no infinity and no NaN"},
      {"encode { 1, { a = 1 / 0 } }", "encode: JSON has no infinity and no NaN"},
      {"encode(print)", "encode: JSON has booleans, numbers, texts, tables and null alone"},
      {"encode { 1, a = 2 }", "encode: a table has keys that are neither all texts nor a list's"},
      {"encode { [3] = 2 }", "encode: a table has keys that are neither all texts nor a list's"},
      {"encode { [1.5] = 2 }", "encode: a table has keys that are neither all texts nor a list's"},
      {"encode '\\xff'", "encode: a text is not UTF-8"},
      {"encode { ['\\xff'] = 1 }", "encode: a key is not UTF-8"},
      {"encode { ['a\\0'] = 1 }", "encode: a key has a zero byte"},
      {"encode((function() local t = {} t[1] = t return t end)())",
       "encode: tables lie in each other too deep, or in a circle"},
      /* The parser's own words follow. */
      {"decode '[1,\\n 2'", "decode: line 2, column 2: "},
      {"decode '{\"a\": 1, \"a\": 2}'", "decode: line 1, column "},
      {"decode ''", "decode: line 1, column 0: "},
  };
  char text[160];
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    snprintf(text, sizeof text, NATIVE "\nnative.%s", rows[i].call);
    for (int sandboxed = 0; sandboxed < 2; sandboxed++)
      fails(text, sandboxed != 0, "test.lua:3", rows[i].message);
  }
}

/* Functions as those that are built in, and a buffer that one of them calls by another name. */
#define LIBRARY                                               \
  "local library = load([[\n"                                 \
  "local library, gpu = {}, require 'gpu'\n"                  \
  "function library.read(hidden)\n"                           \
  "  local value = hidden[1]\n"                               \
  "  return value\n"                                          \
  "end\n"                                                     \
  "function library.make(ctx)\n"                              \
  "  local value = ctx:compile_function('none.cl', 'none')\n" \
  "  return value\n"                                          \
  "end\n"                                                     \
  "return library]], '=lua/graph/test.lua')()\n"

static void findings_are_said_of_the_script(void) {
  struct seen seen = run_as(LIBRARY
                            "local ctx = require 'gpu'.DeviceContext()\n"
                            "local host = ctx:enqueue_create_host_buffer('float', 4)\n"
                            "library.read(host)\n",
                            false);
  size_t count = 0;
  const struct wb_finding *findings = wb_host_findings(seen.result.host, &count);
  if (CHECK_INT(count, 1)) {
    CHECK_INT(findings[0].line, 14);
    CHECK_STRING(findings[0].array, "host");
  }
  release(&seen);
}

static void errors_are_said_of_the_script(void) {
  prints_as(
      LIBRARY
      "local ctx = require 'gpu'.DeviceContext()\n"
      "local ok, text = pcall(function()\n"
      "  local made = library.make(ctx)\n"
      "  return made\n"
      "end)\n"
      "print(text:gsub('^.*/', ''))\n",
      false,
      "test.lua:14: there is no file none.cl, beside the script or in the current folder\t1\n");
}

int main(void) {
  snprintf(folder, sizeof folder, "/tmp/workbench-test-XXXXXX");
  if (mkdtemp(folder) == NULL) return 2;
  tap_run("a person's own script lists and reads files", own_scripts_read_files);
  tap_run("and writes them", own_scripts_write_files);
  tap_run("what graphs became is taken, where that is wanted", what_graphs_became_is_taken);
  tap_run("and loads texts, with an environment", own_scripts_load_texts);
  tap_run("and measures", own_scripts_measure);
  tap_run("a sandboxed script does not", sandboxed_scripts_do_not);
  tap_run("values become JSON, and JSON values", values_become_json);
  tap_run("what JSON has not is refused, with the place", what_json_has_not_is_refused);
  tap_run("findings are said of the script's lines and names", findings_are_said_of_the_script);
  tap_run("errors of gpu are said of the script's line", errors_are_said_of_the_script);
  char *command = wb_format("rm -rf '%s'", folder);
  if (system(command) != 0) printf("# cannot remove %s\n", folder);
  free(command);
  return tap_finish();
}
