#include "script/lines.h"

#include "tap.h"

/* Path as "a.b[2].c"; the line found. */
static int find(const char *text, const char *path) {
  struct wb_line_finder *lines = wb_lines_new(text, strlen(text));
  struct wb_spec_path_step steps[8];
  char names[8][32];
  size_t count = 0;
  while (*path != '\0' && count < 8) {
    steps[count] = (struct wb_spec_path_step){NULL, 0};
    if (*path == '[') {
      int used = 0;
      sscanf(path, "[%lld]%n", &steps[count].index, &used);
      path += used;
    } else {
      size_t length = strcspn(path, ".[");
      snprintf(names[count], sizeof names[count], "%.*s", (int)length, path);
      steps[count].name = names[count];
      path += length;
    }
    if (*path == '.') path++;
    count++;
  }
  int line = wb_lines_find(lines, steps, count);
  wb_lines_free(lines);
  return line;
}

static void follows_nesting(void) {
  static const char text[] =
      "local p = require 'puzzle'\n"
      "return p.kernel {\n"
      "  title = 'x', -- a comment with } in it\n"
      "  --[==[ a long one\n"
      "  { ]==]\n"
      "  params = {\n"
      "    { name = 'a',\n"
      "      kind = \"in}put\" },\n"
      "    { name = [[\n"
      "long]], ['kind'] = 'b' },\n"
      "  };\n"
      "  cases = { 1, 2, [5] = 3,\n"
      "    4 },\n"
      "  reference = function(case)\n"
      "    local t = { kind = 1, }\n"
      "    if t then t = {} end\n"
      "    repeat local x = { 1; 2 } until true\n"
      "    return { out = 1 }\n"
      "  end,\n"
      "  last = a == b and { 1 },\n"
      "}\n";
  CHECK_INT(find(text, ""), 2);
  CHECK_INT(find(text, "title"), 3);
  CHECK_INT(find(text, "params"), 6);
  CHECK_INT(find(text, "params[1].kind"), 8);
  CHECK_INT(find(text, "params[2]"), 9);
  CHECK_INT(find(text, "params[2].kind"), 10);
  CHECK_INT(find(text, "params[2].type"), 9);
  CHECK_INT(find(text, "params[3].type"), 6);
  CHECK_INT(find(text, "cases[3]"), 13);
  CHECK_INT(find(text, "cases[5]"), 12);
  CHECK_INT(find(text, "reference"), 14);
  CHECK_INT(find(text, "last"), 20);
  CHECK_INT(find(text, "nothing"), 2);
}

static void follows_variables(void) {
  static const char text[] =
      "local function f() return { kind = 1 } end\n"
      "local params = {\n"
      "  { kind = 2 },\n"
      "}\n"
      "local spec = {\n"
      "  params = params,\n"
      "}\n"
      "return puzzle.kernel(spec)\n";
  CHECK_INT(find(text, "params[1].kind"), 3);
  CHECK_INT(find(text, "params"), 6);
  CHECK_INT(find(text, "title"), 8);
}

static void survives_any_text(void) {
  static const char *const texts[] = {
      "",     "kernel",       "kernel {",     "kernel { a = ",
      "[[",   "\"\\",         "kernel { [",   "kernel { { { {",
      "--[[", "kernel } } }", "kernel{[1]=}", "#!x\nkernel {\na=1}"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) find(texts[i], "a[1].b");
  CHECK_INT(find("#!x\nkernel {\na=1}", "a"), 3);
  CHECK_INT(find("", "a"), 0);
}

int main(void) {
  tap_run("keys are found through nesting, comments, strings and functions", follows_nesting);
  tap_run("tables kept in variables are followed", follows_variables);
  tap_run("text that is no Lua does no harm", survives_any_text);
  return tap_finish();
}
