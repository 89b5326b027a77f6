/* Literals that clang must not compute: which are found, what becomes of the text, and of columns.
 */
#include "compiler/literals.h"
#include <string.h>

#include "tap.h"

#define TEXT_OF(body) "kernel void f(global int *o, int x) {\n" body "\n}\n"

static size_t found_in(const char *text, const char *options) {
  struct wb_literals literals;
  wb_literals_find(&literals, text, strlen(text), options);
  const size_t n = literals.count;
  wb_literals_release(&literals);
  return n;
}

static void finds_what_may_be_too_wide(void) {
  CHECK_INT(found_in(TEXT_OF("x = 1 << 33;"), NULL), 1);
  CHECK_INT(found_in(TEXT_OF("x = x >> -1; x <<= 40;"), NULL), 2);
  CHECK_INT(found_in(TEXT_OF("x = 1 << 31; o[x >> 2] = 7;"), NULL), 0);
  CHECK_INT(found_in(TEXT_OF("x = 1 << x; x = 5 >> (32 - x);"), NULL), 0);
  CHECK_INT(found_in(TEXT_OF("x = x / 0 + x % -1 + x / 3;"), NULL), 2);
  CHECK_INT(found_in(TEXT_OF("// x << 33\n/* << 44 */ \"<< 55\";"), NULL), 0);
  CHECK_INT(found_in(TEXT_OF("printf(\"goes on: \\\n x << 33\");"), NULL), 0);
  CHECK_INT(found_in(TEXT_OF("x = x /**//0; // a / b"), NULL), 1);
  CHECK_INT(found_in(TEXT_OF("x = x /* a */ / /* b */ 0;"), NULL), 1);
  CHECK_INT(found_in(TEXT_OF("x\n/=\n0;"), NULL), 1);
  CHECK_INT(found_in(TEXT_OF("x = x\n%-1;"), NULL), 1);
  CHECK_INT(found_in("#define W 33\n" TEXT_OF("x <<= W;"), NULL), 1);
  CHECK_INT(found_in("#define W 3\n" TEXT_OF("x <<= W;"), NULL), 0);
  CHECK_INT(found_in(TEXT_OF("x <<= W;"), "-cl-std=CL3.0 -DW=-3"), 1);
  CHECK_INT(found_in("#if 1 << 33\n#endif\nconstant long a[] = {1L << 40};\n", NULL), 0);
  CHECK_INT(found_in("#define UP(x) ((x) << 33)\n", NULL), 1);
  CHECK_INT(found_in("#line 7\n" TEXT_OF("x <<= 33;"), NULL), 0);
  CHECK_INT(found_in(TEXT_OF("switch (x) { case 1 << 40: x = 1 << 33; }"), NULL), 1);
}

static void wraps_and_maps(void) {
  static const char TEXT[] = "#define W 33\nvoid f(int x) { x = 1 << W; x = 1 / 0; x++; }\n";
  struct wb_literals literals;
  struct wb_str out;
  wb_str_init(&out);
  wb_literals_find(&literals, TEXT, strlen(TEXT), NULL);
  wb_literals_wrap(&literals, TEXT, strlen(TEXT), &out);
  const char *text = strstr(out.data, "#line 1\n");
  if (!CHECK(text != NULL)) return;
  text += strlen("#line 1\n");
  CHECK_STRING(
      text, "#define W 33\nvoid f(int x) { x = 1 << __wb_same(W); x = 1 / __wb_same(0); x++; }\n");
  const char *line = strchr(text, '\n') + 1, *before = strchr(TEXT, '\n') + 1;
  bool good = true;
  for (const char *c = "<W/0+"; *c != '\0'; c++)
    good &= wb_literals_column(&literals, 2, (uint32_t)(strchr(line, *c) - line) + 1) ==
            (uint32_t)(strchr(before, *c) - before) + 1;
  CHECK(good);
  CHECK_INT(wb_literals_column(&literals, 1, 50), 50);
  wb_literals_drop(&literals, "k.cl:9:1: error: x");
  CHECK_INT(literals.count, 0);
  wb_literals_release(&literals);
  wb_str_release(&out);
}

static void drops_by_line(void) {
  static const char TEXT[] = "void f(int x) {\n x <<= 33;\n x <<= 34;\n}\n";
  struct wb_literals literals;
  wb_literals_find(&literals, TEXT, strlen(TEXT), NULL);
  wb_literals_drop(&literals, "k.cl:3:1: error: x");
  CHECK(literals.count == 1 && literals.items[0].line == 2);
  wb_literals_release(&literals);
}

static void survives_any_end(void) {
  static const char *const TEXTS[] = {"",
                                      "#",
                                      "<<",
                                      "f(){<<",
                                      "#define",
                                      "#define A(",
                                      "f(){1/",
                                      "f(){1<<33",
                                      "/*",
                                      "\"",
                                      "'\\",
                                      "f(){x<<-",
                                      "#define A 1<<",
                                      "f(){1<<\\\n33;}",
                                      "enum {A",
                                      "#define A(x) x<<##x"};
  for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
    struct wb_literals literals;
    struct wb_str out;
    wb_str_init(&out);
    wb_literals_find(&literals, TEXTS[i], strlen(TEXTS[i]), "-D");
    wb_literals_wrap(&literals, TEXTS[i], strlen(TEXTS[i]), &out);
    wb_literals_release(&literals);
    wb_str_release(&out);
  }
  CHECK(true);
}

int main(void) {
  tap_run("finds what may be too wide or no divisor, where code is", finds_what_may_be_too_wide);
  tap_run("puts it into calls, and leads columns back", wraps_and_maps);
  tap_run("forgets those on the lines of a log", drops_by_line);
  tap_run("takes texts that end anywhere", survives_any_end);
  return tap_finish();
}
