/* The puzzle's files; its spec: whether it loads, and what the judge says of it without any kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "authoring/check_files.h"
#include "authoring/check_measures.h"
#include "authoring/check_run.h"
#include "base/str.h"

enum { SPEC_MAX_BYTES = 4 << 20 };

/* What would let a wrong kernel through, or makes the spec say different things at different times,
 * is a fault. What may well be meant so is a suggestion. */
static const struct {
  enum wb_check_outcome outcome;
  const char *remedy;
} remarks[WB_AUDIT_KINDS] = {
    [WB_AUDIT_OUTPUT_FREE] = {WB_CHECK_FAULT, "Add a case in which it must hold something else."},
    [WB_AUDIT_NOT_REPEATABLE] = {WB_CHECK_FAULT,
                                 "A reference must follow from the case alone: no random numbers, "
                                 "and no order of a table's pairs."},
    [WB_AUDIT_NAN] = {WB_CHECK_SUGGESTION, "Where it is meant, say so in the lesson."},
    [WB_AUDIT_SECOND_REFERENCE] = {WB_CHECK_FAULT, "One of the two is wrong."},
    [WB_AUDIT_NO_HIDDEN_CASE] = {WB_CHECK_FAULT,
                                 "Add one with `visible = false`, of another size and launch."},
    [WB_AUDIT_SAME_SIZE] = {WB_CHECK_FAULT, "Give it another size."},
    [WB_AUDIT_SAME_LAUNCH] = {WB_CHECK_FAULT, "Give it another global or local size."},
    [WB_AUDIT_SAME_CASE] = {WB_CHECK_FAULT, "Change it, or take it out."},
    [WB_AUDIT_SAME_EVERYWHERE] = {WB_CHECK_SUGGESTION,
                                  "A kernel that takes one for the other is not told."},
    [WB_AUDIT_NEVER_VARIES] = {WB_CHECK_SUGGESTION,
                               "A kernel that has the value written down is not told."},
    [WB_AUDIT_SIZE_RANGE] = {WB_CHECK_SUGGESTION,
                             "Declare what cases can have, or say in `work` what a case costs."},
    [WB_AUDIT_VALUE_RANGE] = {WB_CHECK_SUGGESTION,
                              "Declare in the domain's `values` what it may hold."},
    [WB_AUDIT_CASE_OUTSIDE] = {WB_CHECK_FAULT,
                               "Learners are told the domain: declare more, or change the case."},
    [WB_AUDIT_GROUP_CASES] = {WB_CHECK_FAULT,
                              "Let each case say its `group`, and each group have cases."},
    [WB_AUDIT_TOLERANCE_TIGHT] = {WB_CHECK_SUGGESTION, NULL},
};

/* The spec's file, and its text, for the lines that remarks are about. */
struct spec_file {
  struct wb_check_puzzle *puzzle;
  char *file;
  struct wb_str text;
};

static void open_spec(struct spec_file *spec, struct wb_check_puzzle *puzzle) {
  spec->puzzle = puzzle;
  spec->file = wb_format("puzzles/%s/puzzle.lua", puzzle->slug);
  char *path = wb_path_join(puzzle->run->order->course->root, spec->file);
  wb_str_init(&spec->text);
  wb_file_read(path, SPEC_MAX_BYTES, &spec->text, NULL);
  free(path);
}

static void close_spec(struct spec_file *spec) {
  free(spec->file);
  wb_str_release(&spec->text);
}

static struct wb_check_place spec_place(const struct spec_file *spec, unsigned line) {
  return (struct wb_check_place){
      .puzzle = spec->puzzle->slug, .part = "puzzle.lua", .file = spec->file, .line = line};
}

/* The first line with a word; 0: it is made by other means. */
static unsigned line_with(const struct spec_file *spec, const char *word) {
  const char *found = strstr(spec->text.data, word);
  unsigned line = 1;
  if (found == NULL) return 0;
  for (const char *c = spec->text.data; c < found; c++) line += *c == '\n';
  return line;
}

static void add_remark(const struct spec_file *spec, const struct wb_audit_remark *remark) {
  struct wb_check_report *report = &spec->puzzle->report;
  const unsigned line = remark->line > 0 ? remark->line : line_with(spec, "cases");
  const struct wb_check_place place = spec_place(spec, line);
  const char *check = wb_word_name(&wb_audit_kinds, remark->kind);
  const char *remedy = remarks[remark->kind].remedy;
  if (remark->suggestion[0] != '\0') remedy = remark->suggestion;
  if (remarks[remark->kind].outcome == WB_CHECK_FAULT)
    wb_check_fault(report, check, &place, remedy, "%s", remark->message);
  else
    wb_check_suggestion(report, check, &place, remedy, "%s", remark->message);
}

static bool has_remark(const struct wb_puzzle_audit *audit, enum wb_audit_kind kind) {
  for (size_t i = 0; i < audit->n_remarks; i++)
    if (audit->remarks[i].kind == kind) return true;
  return false;
}

/* Without groups there is nothing to say of them. */
static bool is_asked(const struct spec_file *spec, enum wb_audit_kind kind) {
  return kind != WB_AUDIT_GROUP_CASES || spec->puzzle->summary->n_groups > 0;
}

/* One fault for all of them: mostly they have one cause. */
static void add_answers(const struct spec_file *spec, const struct wb_puzzle_audit *audit) {
  struct wb_check_report *report = &spec->puzzle->report;
  const struct wb_check_place place = spec_place(spec, line_with(spec, "cases"));
  struct wb_str accepted;
  wb_str_init(&accepted);
  for (size_t i = 0; i < audit->n_answers; i++)
    if (audit->answers[i].accepted)
      wb_str_addf(&accepted, "%s%s", accepted.length > 0 ? "; " : "", audit->answers[i].answer);
  if (accepted.length == 0)
    wb_check_passed(report, "trivial-answers", &place);
  else
    wb_check_fault(report, "trivial-answers", &place,
                   "Add a case, or other inputs, in which that is wrong.",
                   "it would be accepted to give %s", accepted.data);
  wb_str_release(&accepted);
}

/* What a spec prints may be what is hidden, and whoever runs the puzzle reads it. */
static void add_printed(const struct spec_file *spec, const char *printed) {
  struct wb_check_report *report = &spec->puzzle->report;
  const struct wb_check_place place = spec_place(spec, line_with(spec, "print"));
  const bool silent = printed == NULL || printed[0] == '\0';
  if (silent)
    wb_check_passed(report, "spec-silent", &place);
  else
    wb_check_suggestion(
        report, "spec-silent", &place,
        "Take the print out once it has told you what you wanted to know.",
        "the spec prints \"%.*s\"%s, for learners as well", (int)strcspn(printed, "\n"), printed,
        printed[strcspn(printed, "\n")] != '\0' && printed[strcspn(printed, "\n") + 1] != '\0'
            ? " and more"
            : "");
}

static void take_audit(struct wb_judgement *judgement, void *data) {
  struct wb_check_puzzle *puzzle = data;
  const struct wb_puzzle_audit *audit = judgement->audit;
  struct spec_file spec;
  if (!wb_check_was_judged(puzzle, judgement)) return;
  open_spec(&spec, puzzle);
  const struct wb_check_place place = spec_place(&spec, 0);
  add_answers(&spec, audit);
  add_printed(&spec, audit->printed);
  for (enum wb_audit_kind kind = 0; kind < WB_AUDIT_KINDS; kind++)
    if (is_asked(&spec, kind) && !has_remark(audit, kind))
      wb_check_passed(&puzzle->report, wb_word_name(&wb_audit_kinds, kind), &place);
  for (size_t i = 0; i < audit->n_remarks; i++) add_remark(&spec, &audit->remarks[i]);
  wb_check_measures_take_audit(puzzle->measures, judgement->audit);
  close_spec(&spec);
}

static void *begin_spec(struct wb_check_puzzle *puzzle) {
  const struct wb_run_options options = {.file = "puzzle.lua"};
  const struct wb_check_place place = {.puzzle = puzzle->slug, .part = "puzzle.lua"};
  wb_check_puzzle_files(&puzzle->report, puzzle->run->order->course, puzzle->slug,
                        puzzle->summary->error == NULL ? puzzle->summary : NULL);
  if (puzzle->summary->error == NULL) {
    wb_check_passed(&puzzle->report, "spec-valid", &place);
    wb_check_judge(puzzle, &options, "puzzle.lua", take_audit, puzzle)->audits = true;
  } else {
    wb_check_spec_fault(puzzle, "spec-valid", puzzle->summary->error);
  }
  return NULL;
}

const struct wb_check_step wb_check_spec_step = {.begin = begin_spec, .on_devices = true};
