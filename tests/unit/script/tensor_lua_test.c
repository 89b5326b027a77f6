/* Runs the Lua files of tests/specs/tensor, each of which asserts its own
 * sentence (its first line). */
#include "script/tensor_lua.h"

#include <time.h>

#include "course.h"

static const char *current;

static int run_chunk(lua_State *lua) {
  wb_script_push_chunk(lua, current, wb_path_basename(current));
  lua_call(lua, 0, 0);
  return 0;
}

static enum wb_status run_file(const char *path, const struct wb_script_options *options,
                               struct wb_error *err) {
  struct wb_script *script = NULL;
  current = path;
  enum wb_status status = wb_script_new(course_root, wb_path_basename(path), options, &script, err);
  if (status == WB_OK) status = wb_script_protect(script, run_chunk, NULL, err);
  wb_script_free(script);
  return status;
}

static void run_current(void) {
  static const struct wb_script_options none;
  struct wb_error err;
  if (!CHECK(run_file(current, &none, &err) == WB_OK)) printf("# %s: %s\n", err.where, err.message);
}

static void runs_file(const char *path) {
  struct wb_str text;
  wb_str_init(&text);
  if (wb_file_read(path, 1 << 20, &text, NULL) != WB_OK) exit(2);
  char *sentence = wb_strndup(text.data + 3, strcspn(text.data, "\n") - 3);
  current = path;
  tap_run(sentence, run_current);
  free(sentence);
  wb_str_release(&text);
}

/* The tables are bulk operations: this takes a fraction of a second; the
 * check is generous for slow and loaded machines. */
static void ten_million_elements(void) {
  static const char text[] =
      "local tensor = require 'tensor'\n"
      "local a = tensor.range('float', { 10000000 })\n"
      "local b = (a * 2 + 1):maximum(5)\n"
      "assert(math.abs(b:sum() / 1e14 - 1) < 1e-6, b:sum())\n";
  struct wb_script_options options = {.memory_limit = 1 << 30};
  struct wb_error err;
  char *path = wb_path_join(course_root, "large.lua");
  course_write("large.lua", text, sizeof text - 1);
  const clock_t start = clock();
  if (!CHECK(run_file(path, &options, &err) == WB_OK)) printf("# %s\n", err.message);
  const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  printf("# %.3f s for (a * 2 + 1):maximum(5):sum() over 10,000,000 floats, filling included\n",
         seconds);
  CHECK(seconds < 10);
  free(path);
}

/* As Lua's own memerr.lua: refuse the first allocation, then the second …
 * until all succeed. Each run must end in an error, none in a crash or leak. */
static void survives_every_failed_allocation(void) {
  static const char *const files[] = {"tests/specs/tensor/shapes.lua",
                                      "tests/specs/tensor/vectors.lua",
                                      "tests/specs/tensor/errors.lua"};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    struct wb_script_options options = {0};
    struct wb_error err;
    enum wb_status status = WB_ERR_NOMEM;
    unsigned runs = 0;
    for (options.fail_allocation = 1; status != WB_OK && runs < 100000;
         options.fail_allocation += 1 + options.fail_allocation / 40, runs++)
      status = run_file(files[i], &options, &err);
    CHECK(status == WB_OK);
    printf("# %s: %u runs\n", files[i], runs);
  }
}

int main(void) {
  static const char helper[] =
      "leaked = true\nreturn { shout = function(s) return string.upper(s) end }\n";
  course_begin();
  course_write("lua/helper.lua", helper, sizeof helper - 1);
  runs_file("tests/specs/tensor/arithmetic.lua");
  runs_file("tests/specs/tensor/vectors.lua");
  runs_file("tests/specs/tensor/shapes.lua");
  runs_file("tests/specs/tensor/reductions.lua");
  runs_file("tests/specs/tensor/linear.lua");
  runs_file("tests/specs/tensor/errors.lua");
  runs_file("tests/specs/tensor/random_calls.lua");
  runs_file("tests/specs/tensor/sandbox.lua");
  tap_run("ten million elements take well under a second", ten_million_elements);
  tap_run("any failed allocation ends in an error", survives_every_failed_allocation);
  course_end();
  return tap_finish();
}
