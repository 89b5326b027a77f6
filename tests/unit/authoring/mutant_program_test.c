#include <stdlib.h>
#include <string.h>

#include "authoring/mutant.h"
#include "base/str.h"
#include "tap.h"

/* All mutants of a host program by one operator, one a line: place, and what goes and comes. */
static char *shown_mutants(const char *name, const char *text) {
  struct wb_mutants mutants = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_program_mutants_find(&mutants, text, strlen(text));
  for (size_t i = 0; i < mutants.count; i++) {
    const struct wb_mutant *mutant = &mutants.items[i];
    if (strcmp(mutant->kind->name, name) != 0) continue;
    wb_str_addf(&out, "%u:%u %.*s => %s\n", mutant->line, mutant->column, (int)mutant->length,
                text + mutant->start, mutant->replacement);
  }
  wb_mutants_release(&mutants);
  return wb_str_detach(&out);
}

static void check_mutants(const char *name, const char *text, const char *expected) {
  char *got = shown_mutants(name, text);
  CHECK_STRING(got, expected);
  free(got);
}

static void statements_are_left_out_and_moved(void) {
  static const char TEXT[] =
      "local ctx = gpu.DeviceContext()\n"
      "ctx:enqueue_copy {\n"
      "  src = a,\n"
      "}\n"
      "ctx:synchronize() -- wait\n"
      "if x then\n"
      "  host[0] = 1\n"
      "end\n"
      "return { out = host }\n";
  check_mutants("statement", TEXT,
                "2:1 ctx:enqueue_copy {\n  src = a,\n} => \n"
                "5:1 ctx:synchronize() => \n"
                "7:3 host[0] = 1 => \n");
  check_mutants("statement-moved", TEXT,
                "2:1 ctx:enqueue_copy {\n  src = a,\n}\nctx:synchronize() => "
                "ctx:synchronize()\nctx:enqueue_copy {\n  src = a,\n}\n");
}

static void copies_and_arguments_are_swapped(void) {
  check_mutants("copy-reversed", "c:enqueue_copy { src = a, dst = b:part(1) }\n",
                "1:18 src = a, dst => dst = a, src\n");
  check_mutants("arguments", "f(a, g(1), { x = 1, y = 2 })\n",
                "1:3 a, g(1) => g(1), a\n"
                "1:6 g(1), { x = 1, y = 2 } => { x = 1, y = 2 }, g(1)\n");
  check_mutants("arguments", "f(a) return (b) f()\n", "");
}

static void numbers_and_signs_are_others(void) {
  check_mutants("constant", "x = 3 + 1.5 + 0x10 + 0\n", "1:5 3 => 2\n1:5 3 => 4\n1:22 0 => 1\n");
  check_mutants("arithmetic", "x = -a + b // c\n", "1:8 + => -\n1:12 // => *\n");
  check_mutants("comparison", "if a <= b and c ~= d then f() end\n",
                "1:6 <= => <\n1:17 ~= => ==\n");
}

/* What is written in texts and comments is no code, whatever it looks like. */
static void texts_and_comments_stay(void) {
  static const char TEXT[] =
      "-- x = 1 + 2\n"
      "--[[ f(a, b)\n"
      "f(a, b) ]] s = \"a \\\" + 1\" .. 'b + 2' .. [==[ ]] + 3 ]==]\n";
  check_mutants("constant", TEXT, "");
  check_mutants("arithmetic", TEXT, "");
  check_mutants("arguments", TEXT, "");
}

/* Whatever the text, there is no byte beyond its end. */
static void broken_texts_do_no_harm(void) {
  static const char *const texts[] = {"",   "\"", "'\\",   "[[", "[==", "--[[",      "--",
                                      "f(", "))", "src =", "1e", "a..", "x = [=[ ]="};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    char *shown = shown_mutants("statement", texts[i]);
    CHECK(shown != NULL);
    free(shown);
  }
}

static void lengths_and_loops_are_capped(void) {
  check_mutants("cap",
                "local n = #case.data\nfor k = 1, n - 1 do f(k) end\nfor k = 1, 4 do g() end\n",
                "1:11 #case.data => math.min(#case.data, 256)\n"
                "2:12 n - 1 => math.min(n - 1, 16)\n");
}

int main(void) {
  tap_run("statements are left out, and change places", statements_are_left_out_and_moved);
  tap_run("copies and arguments are the other way round", copies_and_arguments_are_swapped);
  tap_run("numbers and signs are others", numbers_and_signs_are_others);
  tap_run("lengths and loops are capped", lengths_and_loops_are_capped);
  tap_run("texts and comments stay", texts_and_comments_stay);
  tap_run("broken texts do no harm", broken_texts_do_no_harm);
  return tap_finish();
}
