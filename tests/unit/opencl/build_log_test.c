#include "opencl/build_log.h"

#include <stdlib.h>

#include "base/str.h"
#include "tap.h"

static struct wb_diagnostic items[8];

static size_t parse(const char *log) {
  static const char *const folders[] = {"/course/kernels/include", "/workbench/include", NULL};
  return wb_build_log_parse(log, "work/01-map.cl", folders, items, 8);
}

static void check(uint32_t line, uint32_t column, enum wb_severity severity, const char *file,
                  const char *message) {
  CHECK_INT(items[0].line, line);
  CHECK_INT(items[0].column, column);
  CHECK_INT(items[0].severity, severity);
  CHECK_STRING(items[0].file, file);
  CHECK_STRING(items[0].message, message);
}

static void reads_clang(void) {
  CHECK_INT(parse("work/01-map.cl:3:5: error: use of undeclared identifier 'x'\n  x = 1;\n  ^\n"),
            1);
  check(3, 5, WB_SEVERITY_ERROR, "", "use of undeclared identifier 'x'");
}

static void reads_nvidia(void) {
  CHECK_INT(parse("<kernel>:12:17: warning: unused variable 'i'\n"), 1);
  check(12, 17, WB_SEVERITY_WARNING, "", "unused variable 'i'");
}

static void reads_pocl(void) {
  CHECK_INT(parse("error: /tmp/pocl/tempfile_1.cl:4:9: expected ';'\n"), 1);
  check(4, 9, WB_SEVERITY_ERROR, "", "expected ';'");
}

static void reads_parentheses(void) {
  CHECK_INT(parse("kernel.cl(7): error: identifier \"y\" is undefined\n"), 1);
  check(7, 0, WB_SEVERITY_ERROR, "", "identifier \"y\" is undefined");
  CHECK_INT(parse("kernel.cl(7:2): error: no\n"), 1);
  check(7, 2, WB_SEVERITY_ERROR, "", "no");
}

static void reads_words(void) {
  CHECK_INT(parse("\"/tmp/OCL1.cl\", line 9: error: expected a \")\"\n"), 1);
  check(9, 0, WB_SEVERITY_ERROR, "", "expected a \")\"");
}

static void reads_places_without_a_file(void) {
  CHECK_INT(parse("3:14: error: unknown type name 'floot'\n"), 1);
  check(3, 14, WB_SEVERITY_ERROR, "", "unknown type name 'floot'");
}

static void keeps_a_header_by_its_name(void) {
  CHECK_INT(parse("/course/kernels/include/sub/wb.h:2:1: fatal error: broken\n"), 1);
  check(2, 1, WB_SEVERITY_ERROR, "sub/wb.h", "broken");
}

static void ignores_what_names_no_place(void) {
  CHECK_INT(parse(""), 0);
  CHECK_INT(parse("2 errors generated.\n"), 0);
  CHECK_INT(parse("error: \nwarning: :\n: error: x\nerror: a:b: c\n"), 0);
}

static void counts_a_repeated_line_once(void) {
  CHECK_INT(parse("a.cl:1:1: error: x\na.cl:1:1: error: x\na.cl:1:2: error: x\n"), 2);
}

static void never_fills_more_than_asked(void) {
  static const char *const none[] = {NULL};
  CHECK_INT(wb_build_log_parse("a:1:1: error: x\na:2:1: error: y\n", NULL, none, items, 1), 1);
  check(1, 1, WB_SEVERITY_ERROR, "", "x");
}

static void check_cleaned(const char *log, const char *expected) {
  char *text = wb_strdup(log);
  wb_build_log_clean(text);
  CHECK_STRING(text, expected);
  free(text);
}

static void says_nothing_of_every_kernel(void) {
#define NOTICE(name)                                     \
  "(): Warning: Function " name                          \
  " is a kernel, so overriding noinline attribute. The " \
  "function may be inlined when called.\n"
  check_cleaned("", "");
  check_cleaned(NOTICE("map") "\n\n", "");
  check_cleaned(NOTICE("map") NOTICE("zip"), "");
  check_cleaned("<kernel>:1:1: warning: x\n" NOTICE("map") "ptxas fatal: y\n",
                "<kernel>:1:1: warning: x\nptxas fatal: y\n");
  check_cleaned("(): Warning: Function map is odd\n", "(): Warning: Function map is odd\n");
  check_cleaned("a line without its end", "a line without its end");
}

int main(void) {
  tap_run("clang's diagnostics are read", reads_clang);
  tap_run("NVIDIA's diagnostics are read", reads_nvidia);
  tap_run("PoCL's diagnostics are read", reads_pocl);
  tap_run("FILE(LINE) and FILE(LINE:COLUMN) are read", reads_parentheses);
  tap_run("\"FILE\", line LINE is read", reads_words);
  tap_run("a place without a file is in the judged file", reads_places_without_a_file);
  tap_run("a place in a header of the course keeps the header's name", keeps_a_header_by_its_name);
  tap_run("lines that name no place are no diagnostics", ignores_what_names_no_place);
  tap_run("the same line twice is one diagnostic", counts_a_repeated_line_once);
  tap_run("no more diagnostics than asked for are filled", never_fills_more_than_asked);
  tap_run("what a driver says of every kernel is left out", says_nothing_of_every_kernel);
  return tap_finish();
}
