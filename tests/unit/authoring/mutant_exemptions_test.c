#include "authoring/mutant_exemptions.h"

#include <stdlib.h>

#include "base/str.h"
#include "tap.h"

static char *shown_exemptions(const char *text) {
  struct wb_mutant_exemptions exemptions = {0};
  struct wb_str out;
  wb_str_init(&out);
  wb_mutant_exemptions_parse(&exemptions, text);
  for (size_t i = 0; i < exemptions.count; i++) {
    const struct wb_mutant_exemption *entry = &exemptions.items[i];
    wb_str_addf(&out, "%u: %s %s %u\n%s=> %s\n", entry->line, entry->part, entry->operator_name,
                entry->number, entry->difference, entry->why);
  }
  for (size_t i = 0; i < exemptions.n_mistakes; i++)
    wb_str_addf(&out, "%u! %s\n", exemptions.mistakes[i].line, exemptions.mistakes[i].message);
  wb_mutant_exemptions_release(&exemptions);
  return wb_str_detach(&out);
}

static void check_exemptions(const char *text, const char *expected) {
  char *got = shown_exemptions(text);
  CHECK_STRING(got, expected);
  free(got);
}

static void entries_are_read(void) {
  check_exemptions(
      "# A comment.\n"
      "accepted.cl comparison\n"
      "  - if (i < n) {\n"
      "  + if (i <= n) {\r\n"
      "why: There is no\n"
      "  work-item n.\n"
      "\n"
      "right/a.cl index 2\n"
      "- a[i] = 1;\n"
      "+ a[i + 1] = 1;\n"
      "why: So it is.",
      "2: accepted.cl comparison 1\n- if (i < n) {\n+ if (i <= n) {\n"
      "=> There is no work-item n.\n"
      "8: right/a.cl index 2\n- a[i] = 1;\n+ a[i + 1] = 1;\n=> So it is.\n");
  check_exemptions("", "");
}

static void mistakes_are_told_with_their_lines(void) {
  check_exemptions(
      "accepted.cl comparison\n- a\n+ b\n\n"
      "accepted.cl nonsense\n- a\n+ b\nwhy: x\n\n"
      "accepted.cl index\nwhy: x\n\n"
      "\naccepted.cl\n",
      "1! it gives no reason, after 'why:'\n"
      "5! no operator is called 'nonsense'\n"
      "10! it does not say which lines change\n"
      "14! an entry begins with a kernel and an operator, as 'accepted.cl "
      "comparison', and not with 'accepted.cl'\n");
  check_exemptions(
      "a.cl index\n- a\n+ b\nwhy: x\n\na.cl index\n- a\n+ b\nwhy: y\n\n"
      "a.cl index 0\n\na.cl index 1 2\n\na.cl index\noops\n- a\nwhy: z\n",
      "1: a.cl index 1\n- a\n+ b\n=> x\n15: a.cl index 1\n- a\n=> z\n"
      "6! it is there already, in line 1\n"
      "11! an entry begins with a kernel and an operator, as 'accepted.cl "
      "comparison', and not with 'a.cl index 0'\n"
      "13! an entry begins with a kernel and an operator, as 'accepted.cl "
      "comparison', and not with 'a.cl index 1 2'\n"
      "16! 'oops' is neither a line that changes nor a reason\n");
}

static void what_is_offered_to_be_pasted_is_read_as_meant(void) {
  struct wb_mutant_exemptions exemptions = {0};
  char *entry = wb_mutant_exemption_text("right/a.cl", "guard", "- a\n+ b\n", 3);
  char *text = wb_format("%sbecause.\n", entry);
  wb_mutant_exemptions_parse(&exemptions, text);
  CHECK_INT(exemptions.n_mistakes, 0);
  CHECK(wb_mutant_exemption_of(&exemptions, "right/a.cl", "guard", "- a\n+ b\n", 3) != NULL);
  CHECK(wb_mutant_exemption_of(&exemptions, "right/a.cl", "guard", "- a\n+ b\n", 1) == NULL);
  CHECK(wb_mutant_exemption_of(&exemptions, "right/b.cl", "guard", "- a\n+ b\n", 3) == NULL);
  CHECK(wb_mutant_exemption_of(&exemptions, "right/a.cl", "index", "- a\n+ b\n", 3) == NULL);
  CHECK(wb_mutant_exemption_of(&exemptions, "right/a.cl", "guard", "- a\n", 3) == NULL);
  wb_mutant_exemptions_release(&exemptions);
  free(entry);
  free(text);
}

int main(void) {
  tap_run("entries are read, with their lines and reasons", entries_are_read);
  tap_run("mistakes are told with their lines", mistakes_are_told_with_their_lines);
  tap_run("what is offered to be pasted is read as meant",
          what_is_offered_to_be_pasted_is_read_as_meant);
  return tap_finish();
}
