/* The page of a submission: what was handed in, what the judge says of it, and where. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/book/steps.h"
#include "base/file.h"
#include "grading/class_report_private.h"
#include "report/summary.h"
#include "report/svg.h"
#include "report/write.h"
#include "text/html.h"

enum { SHOWN_BYTES = 128 << 10 }; /* of a source or a printed text */

/* ---- source ------------------------------------------------------------------------------------
 */

void wb_class_read_source(const struct wb_run_folder *run, const char *sha256, struct wb_str *out) {
  char *path = wb_run_file_path(run, sha256);
  wb_str_clear(out);
  if (wb_file_read(path, WB_SUBMITTED_BYTES_MAX, out, NULL) != WB_OK) wb_str_clear(out);
  free(path);
}

struct notes {
  const struct wb_result *result;
  struct wb_unique_findings findings;
};

static void begin_note(struct wb_str *out, enum wb_severity severity, const char *kind) {
  wb_str_addf(out, "%s%s%s%s: ", out->length > 0 ? "\n" : "", wb_severity_name(severity),
              kind[0] != '\0' ? ", " : "", kind);
}

static bool add_findings(size_t line, const struct wb_unique_findings *findings,
                         struct wb_str *out) {
  bool found = false;
  for (size_t i = 0; i < findings->count; i++) {
    const struct wb_finding *finding = findings->items[i].finding;
    struct wb_str words;
    if (finding->line != line || finding->file[0] != '\0') continue;
    wb_str_init(&words);
    begin_note(out, finding->severity, wb_finding_kind_name(finding->kind));
    wb_unique_finding_describe(&findings->items[i], &words);
    wb_html_text(out, words.data);
    wb_str_release(&words);
    found = true;
  }
  return found;
}

static bool add_diagnostics(size_t line, const struct wb_result *result, struct wb_str *out) {
  bool found = false;
  for (size_t i = 0; i < result->n_diagnostics; i++) {
    const struct wb_diagnostic *one = &result->diagnostics[i];
    if (one->line != line || one->file[0] != '\0') continue;
    begin_note(out, one->severity, "");
    wb_html_text(out, one->message);
    found = true;
  }
  return found;
}

static bool add_notes(size_t line, struct wb_str *out, void *data) {
  const struct notes *notes = data;
  const bool found = add_findings(line, &notes->findings, out);
  return add_diagnostics(line, notes->result, out) || found;
}

/* A text of a learner's, as far as it is shown. */
static size_t shown_length(const struct wb_str *text) {
  return text->length < SHOWN_BYTES ? text->length : SHOWN_BYTES;
}

static void add_source(const struct wb_class_report *report, const struct wb_assessed_puzzle *one,
                       const struct wb_result *result, struct wb_str *out) {
  struct notes notes = {.result = result};
  const struct wb_html_notes html = {add_notes, &notes};
  struct wb_str source;
  wb_str_init(&source);
  wb_class_read_source(report->order->run, one->file->sha256, &source);
  if (result != NULL) wb_findings_collect(result, &notes.findings);
  wb_str_add(out, "<div class=\"numbered\">\n");
  wb_html_noted_source(out, wb_class_language(report, one->puzzle->slug), source.data,
                       shown_length(&source), result != NULL ? &html : NULL);
  wb_str_add(out, "</div>\n");
  if (shown_length(&source) < source.length)
    wb_str_add(out, "<p>The rest of it is left out here.</p>\n");
  wb_findings_release(&notes.findings);
  wb_str_release(&source);
}

/* ---- a puzzle ----------------------------------------------------------------------------------
 */

static bool has_printed(const struct wb_result *result) {
  for (size_t i = 0; i < result->n_cases; i++)
    if (result->cases[i].printed.present) return true;
  return false;
}

static void add_reason(const struct wb_result *result, const char *file, struct wb_str *out) {
  struct wb_str reason;
  wb_str_init(&reason);
  wb_write_reason(result, file, &reason);
  if (reason.length > 0) wb_class_add_words(out, "p", reason.data);
  wb_str_release(&reason);
}

/* Of a text that it printed the reason quotes some. */
static void add_case(const struct wb_class_report *report, const struct wb_case_result *one,
                     const char *file, struct wb_str *out) {
  struct wb_str reason;
  wb_str_init(&reason);
  if (one->verdict != WB_VERDICT_ACCEPTED && (report->has_texts || !one->printed.present))
    wb_write_case_reason(one, file, &reason);
  wb_str_add(out, "<tr>");
  wb_class_add_words(out, "td", one->name);
  wb_class_add_words(out, "td", wb_verdict_words(one->verdict));
  wb_class_add_words(out, "td", reason.data);
  wb_str_add(out, "</tr>\n");
  wb_str_release(&reason);
}

static void add_printed(const struct wb_result *result, struct wb_str *out) {
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    if (one->text == NULL || one->text[0] == '\0') continue;
    char *text = wb_strndup(one->text, SHOWN_BYTES);
    wb_str_add(out, "<details><summary>Printed in the case “");
    wb_html_text(out, one->name);
    wb_str_add(out, "”</summary>\n<pre tabindex=\"0\">");
    wb_html_text(out, text);
    wb_str_add(out, "</pre>\n</details>\n");
    free(text);
  }
}

/* What a case that fails does, a step at a time. */
static void add_steps(const struct wb_class_report *report, const struct wb_assessed_puzzle *one,
                      const struct wb_class_view *view, struct wb_str *out) {
  const struct wb_result *result = &view->traced.result;
  struct wb_str steps;
  if (!view->traced.done || view->traced.status != WB_OK) return;
  char *prefix = wb_format("p%zu-", (size_t)(one->puzzle - report->run->puzzles) + 1);
  wb_str_init(&steps);
  wb_book_program(&steps, result);
  wb_book_steps(&steps, wb_catalog_puzzle(report->order->catalog, one->puzzle->slug), result,
                prefix);
  if (steps.length > 0) {
    wb_str_add(out, "<details><summary>Step by step: ");
    wb_html_text(out, result->cases[result->trace_case].name);
    wb_str_addf(out, "</summary>\n%s</details>\n", steps.data);
  }
  wb_str_release(&steps);
  free(prefix);
}

static void add_cases(const struct wb_class_report *report, const struct wb_result *result,
                      const char *file, struct wb_str *out) {
  static const char *const heads[] = {"Case", "Verdict", "Why", NULL};
  if (result->n_cases == 0) return;
  char *caption = wb_format("Cases of %s", result->puzzle);
  wb_class_begin_table(out, caption, heads);
  free(caption);
  for (size_t i = 0; i < result->n_cases; i++) add_case(report, &result->cases[i], file, out);
  wb_class_end_table(out);
}

/* What is left out, and when it will not be. */
static void add_hidden(const struct wb_class_view *view, struct wb_str *out) {
  struct wb_str words;
  if (view->told == NULL) return;
  wb_str_init(&words);
  wb_told_hidden_words(view->told, view->puzzle, &words);
  if (words.length > 0) wb_class_add_words(out, "p", words.data);
  wb_str_release(&words);
}

static void add_points(const struct wb_class_report *report, const struct wb_assessed_puzzle *one,
                       const struct wb_class_view *view, struct wb_str *out) {
  wb_str_addf(out, "<p><strong>%s</strong>",
              view->result != NULL ? wb_told_verdict_words(view->result)
                                   : wb_word_name(&wb_assessed_states, one->state));
  if (one->state != WB_ASSESSED_NOT_JUDGED && view->has_points)
    wb_str_addf(out, ": %.10g of %.10g points", round(wb_assessed_points(one) * 100) / 100,
                one->puzzle->points);
  if (one->override != NULL) wb_str_add(out, ", given by a person");
  if (one->override != NULL && report->order->staff) {
    wb_str_add(out, ": ");
    wb_html_text(out, one->override->reason);
  }
  wb_str_add(out, "</p>\n");
}

/* Without texts the file is called as the puzzle asks for, and no message quotes it. */
static void add_result(const struct wb_class_report *report, const struct wb_assessed_puzzle *one,
                       const struct wb_class_view *view, struct wb_str *out) {
  const struct wb_result *result = view->result;
  const char *file = report->has_texts ? one->file->name : result->file;
  const bool is_quoted = result->verdict == WB_VERDICT_COMPILE_ERROR || has_printed(result);
  if (report->has_texts || !is_quoted) add_reason(result, file, out);
  add_cases(report, result, file, out);
  add_hidden(view, out);
  if (report->has_texts) add_printed(result, out);
}

static void add_puzzle(const struct wb_class_report *report, const struct wb_assessed_puzzle *one,
                       const struct wb_class_view *view, struct wb_str *out) {
  wb_class_add_words(out, "h2", one->puzzle->title);
  add_points(report, one, view, out);
  if (view->result == NULL && one->state != WB_ASSESSED_JUDGED)
    wb_class_add_words(out, "p", wb_word_help(&wb_assessed_states, one->state));
  if (report->order->staff && one->trouble != NULL) wb_class_add_words(out, "p", one->trouble);
  if (view->result != NULL) add_result(report, one, view, out);
  if (report->has_texts && one->file != NULL && one->file->state == WB_SUBMITTED_READ)
    add_source(report, one, view->result, out);
  add_steps(report, one, view, out);
}

/* ---- files -------------------------------------------------------------------------------------
 */

static void add_file(const struct wb_submitted_file *file, struct wb_str *out) {
  wb_str_add(out, "<tr>");
  wb_class_add_words(out, "td", file->name);
  wb_class_add_words(out, "td", file->puzzle != NULL ? file->puzzle : "");
  wb_str_addf(out, "<td>%s%s</td>", wb_word_name(&wb_submitted_states, file->state),
              file->puzzle != NULL && !file->counts ? ", not the one that counts" : "");
  wb_class_add_words(out, "td",
                     file->why != NULL     ? file->why
                     : file->doubt != NULL ? file->doubt
                                           : "");
  wb_str_add(out, "</tr>\n");
}

static void add_files(const struct wb_submission *submission, struct wb_str *out) {
  static const char *const heads[] = {"File", "Answers", "State", "Note", NULL};
  wb_str_add(out, "<h2>What was handed in</h2>\n");
  if (submission->trouble != NULL) wb_class_add_words(out, "p", submission->trouble);
  if (submission->n_files == 0) return;
  wb_class_begin_table(out, "Files", heads);
  for (size_t i = 0; i < submission->n_files; i++) add_file(&submission->files[i], out);
  wb_class_end_table(out);
}

/* ---- the page ----------------------------------------------------------------------------------
 */

static void add_attempts(const struct wb_run_submission *one, bool counts, struct wb_str *out) {
  if (one->attempts <= 1) return;
  wb_str_addf(out, "<p>Attempt %u of %u%s. Others:", one->attempt, one->attempts,
              counts ? ", which counts" : "");
  for (uint32_t i = 1; i <= one->attempts; i++) {
    char *page = wb_class_person_page(one->pseudonym, i), *words = wb_format("%u", i);
    wb_str_add(out, i == one->attempt ? "" : " ");
    if (i != one->attempt) wb_class_add_link(out, page, words);
    free(words);
    free(page);
  }
  wb_str_add(out, "</p>\n");
}

void wb_class_add_person(const struct wb_class_report *report,
                         const struct wb_assessment *assessment,
                         const struct wb_class_view *views) {
  const struct wb_run_submission *one = assessment->submission;
  char *file = wb_class_person_page(one->pseudonym, one->attempt);
  struct wb_str out;
  wb_class_page_begin(report, one->pseudonym, &out);
  add_attempts(one, wb_gradebook_counts(&report->book, one), &out);
  if (report->order->staff && assessment->flag != NULL) {
    wb_str_add(&out, "<p><strong>A person should look at it:</strong> ");
    wb_html_text(&out, assessment->flag);
    wb_str_add(&out, ".</p>\n");
  }
  if (report->has_texts) add_files(&one->about, &out);
  if (report->order->steps) wb_svg_add_patterns(&out);
  for (size_t i = 0; i < assessment->n_puzzles; i++)
    add_puzzle(report, &assessment->puzzles[i], &views[i], &out);
  wb_class_page_end(report, file, &out);
  free(file);
}
