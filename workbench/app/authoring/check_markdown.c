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
  add_cells(output->list.out, output->compares ? compared : checked, columns_of(output));
}

/* ---- the table ---- */

static void add_head(struct wb_list *list, const struct wb_check_output *output) {
  static const char *const ON_COMPARED[COMPARED] = {"right", "wrong", "compared", "right output",
                                                    "accepted"};
  static const char *const ON_CHECKED[CHECKED] = {"cases",   "hidden", "right",     "wrong",
                                                  "mutants", "killed", "explained", "survived"};
  wb_str_add(list->out, "| | puzzle |");
  for (size_t i = 0; i < columns_of(output); i++)
    wb_str_addf(list->out, " %s |", (output->compares ? ON_COMPARED : ON_CHECKED)[i]);
  wb_str_add(list->out, "\n| ---: | --- |");
  for (size_t i = 0; i < columns_of(output); i++) wb_str_add(list->out, " ---: |");
  wb_str_add_char(list->out, '\n');
}

static void markdown_puzzle(struct wb_list *list) {
  const struct wb_check_output *output = list->data;
  const struct wb_checked *checked = list->suite->of;
  if (checked->is_course) return;
  if (output->puzzles == 0) add_head(list, output);
  wb_str_addf(list->out, "| %u | ", checked->summary->number);
  add_name(list->out, checked->summary->title != NULL ? checked->summary->title : checked->slug);
  wb_str_add(list->out, " |");
  add_numbers(output, checked->tally);
}

static void markdown_end(struct wb_list *list) {
  const struct wb_check_output *output = list->data;
  if (output->puzzles > 0) {
    wb_str_addf(list->out, "| | **%zu puzzle%s** |", output->puzzles,
                output->puzzles == 1 ? "" : "s");
    add_numbers(output, &output->tally);
  }
  if (list->counts[WB_LIST_FAILED] > 0)
    wb_str_addf(list->out, "\n%zu faults: `workbench check` names them.\n",
                list->counts[WB_LIST_FAILED]);
  for (size_t i = 0; i < list->remarks.count; i++)
    wb_str_addf(list->out, "\n%s.\n", list->remarks.items[i]);
  if (list->trouble != NULL)
    wb_str_addf(list->out, "\nNot all could be judged: %s\n", list->trouble);
}

const struct wb_list_format wb_check_markdown = {
    .name = "markdown", .for_programs = true, .suite_end = markdown_puzzle, .end = markdown_end};
