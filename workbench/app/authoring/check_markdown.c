/* Reports of checks as a table in Markdown: how many cases, kernels and mutants each puzzle has.
 * The columns are those of what was looked at: with the emulator mutants, on a device that sees
 * outputs alone the wrong kernels whose output is right there. */
#include <string.h>

#include "authoring/check_formats.h"
#include "base/str.h"

/* How many columns there are, and how many of them are there without mutants. */
enum { COMPARED = 5, CHECKED = 8, CHECKED_QUICKLY = 4 };

static size_t columns_of(const struct wb_check_output *output) {
  if (output->compares) return COMPARED;
  return output->quick ? CHECKED_QUICKLY : CHECKED;
}

/* ---- cells ---- */

static void add_name(struct wb_str *out, const char *text) {
  for (; *text != '\0'; text++) {
    if (strchr("|\\`*_[]<>", *text) != NULL) wb_str_add_char(out, '\\');
    wb_str_add_char(out, *text);
  }
}

/* "| 31 | 2 |" and so on, behind the names. */
static void add_cells(struct wb_str *out, const size_t *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) wb_str_addf(out, " %zu |", numbers[i]);
  wb_str_add_char(out, '\n');
}

static void add_numbers(const struct wb_check_output *output, const struct wb_check_tally *tally) {
  const size_t compared[COMPARED] = {tally->right, tally->wrong, tally->comparable,
                                     tally->right_output, tally->let_through};
  const size_t checked[CHECKED] = {
      tally->cases,
      tally->hidden,
      tally->right,
      tally->wrong,
      tally->mutants_killed + tally->mutants_explained + tally->mutants_survived,
      tally->mutants_killed,
      tally->mutants_explained,
      tally->mutants_survived};
  add_cells(output->out, output->compares ? compared : checked, columns_of(output));
}

/* ---- the table ---- */

static void add_head(const struct wb_check_output *output) {
  static const char *const ON_COMPARED[COMPARED] = {"right", "wrong", "compared", "right output",
                                                    "accepted"};
  static const char *const ON_CHECKED[CHECKED] = {"cases",   "hidden", "right",     "wrong",
                                                  "mutants", "killed", "explained", "survived"};
  wb_str_add(output->out, "| | puzzle |");
  for (size_t i = 0; i < columns_of(output); i++)
    wb_str_addf(output->out, " %s |", (output->compares ? ON_COMPARED : ON_CHECKED)[i]);
  wb_str_add(output->out, "\n| ---: | --- |");
  for (size_t i = 0; i < columns_of(output); i++) wb_str_add(output->out, " ---: |");
  wb_str_add_char(output->out, '\n');
}

static void markdown_puzzle(struct wb_check_output *output, const struct wb_checked *checked) {
  if (checked->is_course) return;
  if (output->puzzles == 0) add_head(output);
  wb_str_addf(output->out, "| %u | ", checked->summary->number);
  add_name(output->out, checked->summary->title != NULL ? checked->summary->title : checked->slug);
  wb_str_add(output->out, " |");
  add_numbers(output, checked->tally);
}

static void markdown_end(struct wb_check_output *output) {
  if (output->puzzles > 0) {
    wb_str_addf(output->out, "| | **%zu puzzle%s** |", output->puzzles,
                output->puzzles == 1 ? "" : "s");
    add_numbers(output, &output->tally);
  }
  if (output->counts[WB_CHECK_FAULT] > 0)
    wb_str_addf(output->out, "\n%zu faults: `workbench check` names them.\n",
                output->counts[WB_CHECK_FAULT]);
  if (output->remark != NULL) wb_str_addf(output->out, "\n%s.\n", output->remark);
  if (output->trouble != NULL)
    wb_str_addf(output->out, "\nNot all could be judged: %s\n", output->trouble);
}

const struct wb_check_format wb_check_markdown = {
    .name = "markdown", .for_programs = true, .puzzle = markdown_puzzle, .end = markdown_end};
