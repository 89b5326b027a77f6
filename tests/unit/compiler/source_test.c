#include "device/kernel_text.h"
#include "compiler/frontend_source.h"
#include "tap.h"

static bool includes_are_fine(const char *text) {
  struct wb_str log;
  struct wb_build_request request = {
      .source = text, .length = strlen(text), .file_name = "k.cl", .options = ""};
  wb_str_init(&log);
  const struct wb_kernel_text_rules rules = {.any_include = false};
  bool fine = wb_kernel_text_check(&request, &rules, &log, NULL) == WB_OK;
  CHECK(fine == (log.length == 0));
  wb_str_release(&log);
  return fine;
}

static void test_plain(void) {
  CHECK(includes_are_fine("#include \"tile.h\"\n#include <a/b.h>\n"));
  CHECK(includes_are_fine("// #include \"/etc/passwd\"\nconstant char *s = \"#include /x\";\n"));
  CHECK(includes_are_fine("/* \n#include \"../x\"\n*/ int a; // '\n"));
}

static void test_escapes(void) {
  CHECK(!includes_are_fine("#include \"/etc/passwd\"\n"));
  CHECK(!includes_are_fine("  #  include <../../secret>\n"));
  CHECK(!includes_are_fine("#/**/include \"/etc/passwd\"\n"));
  CHECK(!includes_are_fine("/* c */ #include \"/etc/passwd\"\n"));
  CHECK(!includes_are_fine("#inc\\\nlude \"/etc/passwd\"\n"));
  CHECK(!includes_are_fine("%:include \"/etc/passwd\"\n"));
  CHECK(!includes_are_fine("\?\?=include \"/etc/passwd\"\n"));
  CHECK(!includes_are_fine("#define F \"/etc/passwd\"\n#include F\n"));
  CHECK(!includes_are_fine("#embed \"secret\"\n"));
}

static bool options_are_fine(const char *text, size_t count) {
  struct wb_names options;
  struct wb_str log;
  wb_names_init(&options);
  wb_str_init(&log);
  bool fine = wb_frontend_options_parse(&options, text, &log, NULL) == WB_OK;
  if (fine) CHECK_INT(options.count, count);
  wb_names_release(&options);
  wb_str_release(&log);
  return fine;
}

static void test_options(void) {
  CHECK(options_are_fine("", 1));
  CHECK(options_are_fine("-D N=4 -DM=\"a b\" -cl-std=CL2.0 -cl-fast-relaxed-math", 3));
  CHECK(options_are_fine("-cl-denorms-are-zero -cl-no-subgroup-ifp -g -Werror", 2));
  CHECK(options_are_fine("-cl-ext=-all", 2));
  CHECK(!options_are_fine("-cl-std=CLC++", 0));
  CHECK(!options_are_fine("-include /etc/passwd", 0));
  CHECK(!options_are_fine("-I /etc", 0));
  CHECK(!options_are_fine("-D", 0));
}

int main(void) {
  tap_run("plain includes, and what only looks like one, pass", test_plain);
  tap_run("includes that reach other files are refused, however they are spelt", test_escapes);
  tap_run("build options of OpenCL pass, those that reach files do not", test_options);
  return tap_finish();
}
