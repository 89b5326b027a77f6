/* require, and errors in what is required. */
#include "course.h"

static struct wb_error error_of(const char *body) {
  struct wb_error err = {0};
  struct wb_case *made = NULL;
  char *text = course_spec(body);
  struct wb_puzzle *puzzle = course_load(text, strlen(text), NULL, &err);
  if (puzzle != NULL) wb_case_make(puzzle, 0, false, 0, &made, &err);
  wb_case_free(made);
  wb_puzzle_free(puzzle);
  free(text);
  return err;
}

static void write_module(const char *name, const char *text) {
  course_write(name, text, strlen(text));
}

static void errors_name_both_files(void) {
  write_module("lua/broken.lua", "local m = {}\nfunction m.f(t)\n  return t.x.y\nend\nreturn m\n");
  struct wb_error err = error_of("local broken = require 'broken'\nreturn broken.f({})");
  CHECK_INT(err.status, WB_ERR_SPEC);
  CHECK_STRING(err.where, "lua/broken.lua:3");
  CHECK_STRING(err.message,
               "the reference of case \"one\": attempt to index a nil value (field 'x')");
  err = error_of("local broken = require 'broken'\nlocal out = broken.f({})\nreturn out");
  CHECK(strstr(err.message, "(called from " COURSE_LABEL ":9)") != NULL);
}

static void syntax_errors_name_the_module(void) {
  write_module("lua/half.lua", "return {\n");
  struct wb_error err = error_of("require 'half'");
  CHECK_STRING(err.where, "lua/half.lua:2");
  CHECK(strstr(err.message, "near <eof>") != NULL);
}

static void a_byte_order_mark_is_skipped(void) {
  write_module("lua/marked.lua", "\xef\xbb\xbfreturn {n = 4}\n");
  struct wb_error err = error_of("local marked = require 'marked'\nerror('n is ' .. marked.n)");
  CHECK(strstr(err.message, "n is 4") != NULL);
}

static void circles_are_refused(void) {
  write_module("lua/circle.lua", "return require 'circle'\n");
  CHECK(strstr(error_of("require 'circle'").message, "requires itself") != NULL);
}

static void a_caught_error_can_be_met_again(void) {
  struct wb_error err = error_of("pcall(require, 'half')\nrequire 'half'");
  CHECK_STRING(err.where, "lua/half.lua:2");
}

static void modules_must_return_something(void) {
  write_module("lua/silent.lua", "local x = 1\n");
  CHECK(strstr(error_of("require 'silent'").message, "lua/silent.lua returns nothing") != NULL);
}

static void names_stay_inside_the_course(void) {
  CHECK(strstr(error_of("require '../secret'").message, "is not a module name") != NULL);
  CHECK(strstr(error_of("require 'a.b'").message, "is not a module name") != NULL);
  CHECK(strstr(error_of("require ''").message, "is not a module name") != NULL);
  CHECK(strstr(error_of("require 'brokn'").message, "did you mean 'broken'?") != NULL);
}

int main(void) {
  course_begin();
  tap_run("a file may begin with a byte order mark", a_byte_order_mark_is_skipped);
  tap_run("an error in a module names its line, and the spec's", errors_name_both_files);
  tap_run("a syntax error in a module names its line", syntax_errors_name_the_module);
  tap_run("a module that requires itself is refused", circles_are_refused);
  tap_run("a module that failed fails in the same way again", a_caught_error_can_be_met_again);
  tap_run("a module that returns nothing is refused", modules_must_return_something);
  tap_run("names lead nowhere but to lua/", names_stay_inside_the_course);
  course_end();
  return tap_finish();
}
