/* What a student is told, as plain text. */
#include <stdlib.h>
#include <string.h>

#include "grading/told.h"
#include "report/list.h"
#include "text/columns.h"

enum { TEXT_WIDTH = 80 };

/* ---- a puzzle -------------------------------------------------------------------------------- */

static void add_name(const struct wb_submitted_file *file, struct wb_str *out) {
  char *name = wb_text_shorten(file->name, WB_SUBMITTED_NAME_COLUMNS);
  wb_str_add(out, name);
  free(name);
}

/* Ends a sentence with what was said, which may end itself. */
static void end_sentence(const char *said, struct wb_str *out) {
  if (said != NULL) wb_str_addf(out, ": %s", said);
  wb_str_add(out, wb_ends_with(out->data, ".") ? "\n" : ".\n");
}

/* Why there is no verdict. */
static void add_absence(const struct wb_told *told, const struct wb_assessed_puzzle *one,
                        struct wb_str *out) {
  if (one->state == WB_ASSESSED_NOT_JUDGED)
    wb_str_add(out, "It could not be judged, which is not your fault.\n");
  else
    wb_str_addf(out, "%s: %s.\n", wb_word_name(&wb_assessed_states, one->state),
                wb_word_help(&wb_assessed_states, one->state));
  if (one->state == WB_ASSESSED_MISSING && told->assessment->submission->about.trouble != NULL)
    wb_str_add(out, "Nothing that was handed in could be read.\n");
  if (one->file != NULL && one->file->why != NULL) {
    add_name(one->file, out);
    wb_str_addf(out, ": %s\n", one->file->why);
  }
}

static struct wb_result result_of(const struct wb_told_puzzle *one, int index) {
  struct wb_result result = one->result;
  if (index == WB_TOLD_ALL) return result;
  result.cases = &one->result.cases[index];
  result.n_cases = 1;
  result.cases_before = one->numbers[index] - 1;
  result.verdict = result.cases->verdict;
  result.detail = NULL;
  return result;
}

void wb_told_verdict_text(const struct wb_told_puzzle *one, int index,
                          const struct wb_run_folder *run, struct wb_str *out) {
  static const struct wb_report_style style = {
      .unicode = true, .width = TEXT_WIDTH, .no_advice = true};
  struct wb_result result = result_of(one, index);
  struct wb_str source;
  char *path = wb_run_file_path(run, one->assessed->file->sha256);
  wb_str_init(&source);
  const bool has_source = wb_file_read(path, WB_SUBMITTED_BYTES_MAX, &source, NULL) == WB_OK;
  result.file = wb_text_shorten(one->assessed->file->name, WB_SUBMITTED_NAME_COLUMNS);
  wb_report_text(&result, has_source ? source.data : NULL, NULL, &style, out);
  wb_str_release(&source);
  free(result.file);
  free(path);
}

static void add_answer(const struct wb_assessed_puzzle *one, struct wb_str *out) {
  add_name(one->file, out);
  wb_str_add(out, " answers it");
  end_sentence(one->file->doubt, out);
}

static void add_rest_of_puzzle(const struct wb_told *told, const struct wb_told_puzzle *one,
                               struct wb_str *out) {
  const size_t before = out->length;
  wb_told_hidden_words(told, one, out);
  if (out->length > before) wb_str_add_char(out, '\n');
  if (one->assessed->override != NULL)
    wb_str_addf(out, "Your teacher gave these points, because: %s\n",
                one->assessed->override->reason);
}

void wb_told_answer_text(const struct wb_told *told, const struct wb_told_puzzle *one,
                         struct wb_str *out) {
  if (one->assessed->state == WB_ASSESSED_JUDGED)
    add_answer(one->assessed, out);
  else
    add_absence(told, one->assessed, out);
  add_rest_of_puzzle(told, one, out);
}

void wb_told_puzzle_text(const struct wb_told *told, const struct wb_told_puzzle *one,
                         const struct wb_run_folder *run, struct wb_str *out) {
  if (one->assessed->state == WB_ASSESSED_JUDGED) {
    add_answer(one->assessed, out);
    wb_told_verdict_text(one, WB_TOLD_ALL, run, out);
  } else {
    add_absence(told, one->assessed, out);
  }
  add_rest_of_puzzle(told, one, out);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void add_other_files(const struct wb_submission *submission, struct wb_str *out) {
  if (submission->trouble != NULL) wb_str_addf(out, "%s\n", submission->trouble);
  for (size_t i = 0; i < submission->n_files; i++) {
    const struct wb_submitted_file *file = &submission->files[i];
    if (file->puzzle != NULL) continue;
    if (file->state == WB_SUBMITTED_UNREADABLE) {
      add_name(file, out);
      wb_str_addf(out, ": %s\n", file->why != NULL ? file->why : "It cannot be read.");
    }
    if (file->state == WB_SUBMITTED_OTHER) {
      add_name(file, out);
      wb_str_add(out, " is no kernel, program or archive by its name.\n");
    }
    if (file->state == WB_SUBMITTED_READ) {
      add_name(file, out);
      wb_str_add(out, " answers no puzzle");
      end_sentence(file->doubt, out);
    }
  }
  if (submission->files_left_out > 0) {
    char *words = wb_submission_left_out_words(submission);
    wb_str_addf(out, "%s.\n", words);
    free(words);
  }
}

static void add_lateness(const struct wb_lateness *lateness, struct wb_str *out) {
  if (lateness->share < 1)
    wb_str_addf(out, "It came %s: %.0f %% of the points count.\n",
                lateness->state == WB_CLOSED ? "after the last day" : "late",
                lateness->share * 100);
}

void wb_told_head_text(const struct wb_told *told, const struct wb_gradebook_row *row,
                       struct wb_str *out) {
  const struct wb_run_about *run = told->assessment->run;
  wb_str_addf(out, "%s", run->assignment != NULL ? run->assignment : "All puzzles");
  if (told->assessment->submission->attempts > 1)
    wb_str_addf(out, ", attempt %u", told->assessment->submission->attempt);
  if (told->has_points) {
    wb_str_add(out, ": ");
    wb_list_points(out, told->points);
    wb_str_add(out, " of ");
    wb_list_points(out, told->assessment->most);
    wb_str_add(out, " points");
  }
  wb_str_add_char(out, '\n');
  if (row != NULL) add_lateness(&row->lateness, out);
  if (wb_told_walls(run) != NULL) wb_str_addf(out, "%s\n", wb_told_walls(run));
  if (!told->assessment->complete)
    wb_str_add(out, "Some of it could not be judged, which is not your fault.\n");
  add_other_files(&told->assessment->submission->about, out);
}

void wb_told_text(const struct wb_told *told, const struct wb_gradebook_row *row,
                  const struct wb_run_folder *run, struct wb_str *out) {
  wb_told_head_text(told, row, out);
  for (size_t i = 0; i < told->n_puzzles; i++) {
    const struct wb_run_puzzle *puzzle = told->puzzles[i].assessed->puzzle;
    wb_str_addf(out, "\n---- %s, %s: ", puzzle->slug, puzzle->title);
    wb_told_points_words(told, &told->puzzles[i], out);
    wb_str_add_char(out, '\n');
    wb_told_puzzle_text(told, &told->puzzles[i], run, out);
  }
}
