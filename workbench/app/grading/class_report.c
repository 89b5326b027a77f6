#include "grading/class_report.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/book/book.h"
#include "grading/class_report_private.h"
#include "grading/judging.h"
#include "session/expectation.h"
#include "session/mistake.h"

enum { KERNEL_MAX_BYTES = 4 << 20 };

const struct wb_site_kind wb_class_report_site = {
    .noun = "report", .command = "`workbench report`", .list = "report-files.txt"};

/* ---- how the course's wrong kernels fail --------------------------------------------------------
 */

static void end_wrong(struct wb_judgement *judgement, void *data) {
  struct wb_class_wrong *wrong = data;
  wrong->fails = judgement->status == WB_OK &&
                 wb_mistake_signature(&judgement->result, wrong->signature) == WB_EVIDENCE_WHOLE;
}

static void take_wrong(struct wb_class_wrong *wrong, const char *path) {
  char *text = wb_file_read_text(path, KERNEL_MAX_BYTES, NULL);
  *wrong = (struct wb_class_wrong){.name = wb_strdup(wb_path_basename(path))};
  if (text != NULL) wrong->why = wb_expectation_why(text);
  free(text);
}

/* Of one puzzle: what is wrong with how many people's answers is seen by that. */
static enum wb_status judge_wrong(const struct wb_class_report *report,
                                  struct wb_class_puzzle *puzzle, struct wb_error *err) {
  const struct wb_class_report_order *order = report->order;
  struct wb_pool pool = {.parallel = order->parallel};
  struct wb_names paths;
  wb_names_init(&paths);
  enum wb_status status = wb_course_wrong(order->course, puzzle->about->slug, &paths, err);
  struct wb_judgement *jobs = wb_alloc((paths.count + 1) * sizeof *jobs);
  struct wb_seed_key key;
  const bool has_key = order->secret != NULL && wb_run_seed_key(&order->run->about, order->secret,
                                                                puzzle->about->slug, "", &key);
  puzzle->wrong = wb_alloc((paths.count + 1) * sizeof *puzzle->wrong);
  for (size_t i = 0; status == WB_OK && i < paths.count; i++) {
    take_wrong(&puzzle->wrong[i], paths.items[i]);
    puzzle->n_wrong++;
    jobs[i] = (struct wb_judgement){.options = {.course = order->course->root,
                                                .puzzle = puzzle->about->slug,
                                                .file = paths.items[i],
                                                .seed_key = has_key ? &key : NULL},
                                    .label = puzzle->about->slug,
                                    .ended = end_wrong,
                                    .data = &puzzle->wrong[i]};
    wb_pool_add(&pool, &jobs[i]);
  }
  if (status == WB_OK) status = wb_pool_run(&pool, order->watch, err);
  wb_pool_release(&pool);
  for (size_t i = 0; i < puzzle->n_wrong; i++) wb_judgement_release(&jobs[i]);
  free(jobs);
  wb_names_release(&paths);
  return status;
}

/* ---- counting
 * ------------------------------------------------------------------------------------ */

static struct wb_class_case *find_case(struct wb_class_puzzle *puzzle, const char *name) {
  for (size_t i = 0; i < puzzle->n_cases; i++)
    if (strcmp(puzzle->cases[i].name, name) == 0) return &puzzle->cases[i];
  puzzle->cases =
      wb_grow(puzzle->cases, &puzzle->cases_capacity, puzzle->n_cases + 1, sizeof *puzzle->cases);
  puzzle->cases[puzzle->n_cases] = (struct wb_class_case){.name = wb_strdup(name)};
  return &puzzle->cases[puzzle->n_cases++];
}

static void count_case(struct wb_class_puzzle *puzzle, const struct wb_case_result *one,
                       bool found[WB_FINDING_KIND_COUNT]) {
  struct wb_class_case *counted = find_case(puzzle, one->name);
  counted->total++;
  counted->right += one->verdict == WB_VERDICT_ACCEPTED;
  for (size_t i = 0; i < one->n_findings; i++)
    if (one->findings[i].severity == WB_SEVERITY_ERROR) found[one->findings[i].kind] = true;
}

static void count_wrong(struct wb_class_puzzle *puzzle, const struct wb_result *result) {
  unsigned char signature[WB_SHA256_BYTES];
  if (wb_mistake_signature(result, signature) != WB_EVIDENCE_WHOLE) return;
  for (size_t i = 0; i < puzzle->n_wrong; i++)
    puzzle->wrong[i].people += puzzle->wrong[i].fails &&
                               memcmp(puzzle->wrong[i].signature, signature, sizeof signature) == 0;
}

static void count_puzzle(struct wb_class_puzzle *puzzle, const struct wb_assessed_puzzle *one,
                         const struct wb_class_view *view) {
  bool found[WB_FINDING_KIND_COUNT] = {false};
  puzzle->people++;
  puzzle->states[one->state]++;
  if (view->has_points && one->state != WB_ASSESSED_NOT_JUDGED && one->puzzle->points > 0) {
    puzzle->share += wb_assessed_points(one) / one->puzzle->points;
    puzzle->shares++;
  }
  if (view->result == NULL) return;
  puzzle->verdicts[view->result->verdict]++;
  puzzle->told_in_part += wb_result_is_right_in_part(view->result);
  for (size_t i = 0; i < view->result->n_cases; i++)
    count_case(puzzle, &view->result->cases[i], found);
  for (size_t i = 0; i < WB_FINDING_KIND_COUNT; i++) puzzle->findings[i] += found[i];
  count_wrong(puzzle, view->result);
}

static void add_row(struct wb_class_report *report, const struct wb_assessment *assessment,
                    const struct wb_class_view *views) {
  const struct wb_run_submission *one = assessment->submission;
  report->rows =
      wb_grow(report->rows, &report->rows_capacity, report->n_rows + 1, sizeof *report->rows);
  struct wb_class_row *row = &report->rows[report->n_rows++];
  *row = (struct wb_class_row){
      .pseudonym = wb_strdup(one->pseudonym),
      .attempt = one->attempt,
      .attempts = one->attempts,
      .flag = wb_strdup(assessment->flag),
      .puzzles = wb_alloc((assessment->n_puzzles + 1) * sizeof *row->puzzles)};
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *puzzle = &assessment->puzzles[i];
    const bool known = views[i].has_points &&
                       (puzzle->state != WB_ASSESSED_NOT_JUDGED || puzzle->override != NULL);
    row->puzzles[i] = (struct wb_class_score){
        .words = views[i].result != NULL ? wb_told_verdict_words(views[i].result)
                                         : wb_word_name(&wb_assessed_states, puzzle->state),
        .points = known ? wb_assessed_points(puzzle) : (double)NAN};
    row->points += row->puzzles[i].points;
  }
}

/* ---- each submission
 * ----------------------------------------------------------------------------- */

/* `told` is NULL for staff, who see all of it. */
static void make_views(const struct wb_assessment *assessment, const struct wb_told *told,
                       struct wb_class_view *views) {
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *one = &assessment->puzzles[i];
    const bool judged = one->state == WB_ASSESSED_JUDGED;
    views[i] = (struct wb_class_view){.result = judged ? &one->result : NULL, .has_points = true};
    wb_str_init(&views[i].source);
    if (told == NULL || !judged) continue;
    views[i].told = told;
    views[i].puzzle = &told->puzzles[i];
    views[i].result = &told->puzzles[i].result;
    views[i].has_points = told->puzzles[i].has_points;
  }
}

/* Of a hidden case nothing is ever traced. */
static bool has_steps(const struct wb_result *result) {
  for (size_t i = 0; result != NULL && i < result->n_cases; i++)
    if (result->cases[i].visible && wb_case_was_run(&result->cases[i]) &&
        result->cases[i].verdict != WB_VERDICT_ACCEPTED)
      return true;
  return false;
}

static enum wb_status trace_answers(const struct wb_class_report *report,
                                    const struct wb_assessment *assessment,
                                    struct wb_class_view *views, struct wb_error *err) {
  const struct wb_class_report_order *order = report->order;
  struct wb_pool pool = {.parallel = order->parallel};
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *one = &assessment->puzzles[i];
    struct wb_class_view *view = &views[i];
    const char *slug = one->puzzle->slug;
    if (!has_steps(view->result) || wb_catalog_puzzle(order->catalog, slug) == NULL) continue;
    wb_class_read_source(order->run, one->file->sha256, &view->source);
    view->file = wb_format("%s%s", slug, wb_course_ending(order->course, slug));
    view->traced = (struct wb_judgement){.options = {.course = order->course->root,
                                                     .puzzle = slug,
                                                     .file = view->file,
                                                     .source = view->source.data,
                                                     .source_length = view->source.length,
                                                     .trace = true},
                                         .label = slug};
    wb_pool_add(&pool, &view->traced);
  }
  enum wb_status status = wb_pool_run(&pool, order->watch, err);
  wb_pool_release(&pool);
  return status;
}

static void release_view(struct wb_class_view *view) {
  wb_judgement_release(&view->traced);
  wb_str_release(&view->source);
  free(view->file);
}

static enum wb_status check_stop(const struct wb_pool_watch *watch, struct wb_error *err) {
  struct pollfd stop = {.fd = watch->stop_fd, .events = POLLIN};
  if (stop.fd < 0 || poll(&stop, 1, 0) <= 0) return WB_OK;
  return wb_fail(err, WB_ERR_CANCELLED, "interrupted; nothing was written");
}

static enum wb_status add_submission(const struct wb_assessment *assessment, void *data,
                                     struct wb_error *err) {
  struct wb_class_report *report = data;
  struct wb_class_view *views = wb_alloc((assessment->n_puzzles + 1) * sizeof *views);
  struct wb_told told = {0};
  const bool counts = wb_gradebook_counts(&report->book, assessment->submission);
  report->counts.all++;
  report->counts.unjudged += !assessment->complete;
  enum wb_status status = check_stop(report->order->watch, err);
  if (!report->order->staff) wb_told_make(&told, assessment, NULL, report->order->released);
  make_views(assessment, report->order->staff ? NULL : &told, views);
  if (status == WB_OK && report->order->steps)
    status = trace_answers(report, assessment, views, err);
  if (status == WB_OK && counts) add_row(report, assessment, views);
  if (status == WB_OK) wb_class_add_person(report, assessment, views);
  for (size_t i = 0; i < assessment->n_puzzles && status == WB_OK; i++) {
    struct wb_class_puzzle *puzzle = &report->puzzles[i];
    if (counts) count_puzzle(puzzle, &assessment->puzzles[i], &views[i]);
    if (report->order->staff)
      wb_class_compare_text(report, puzzle, report->order->run, 0, assessment->submission,
                            &assessment->puzzles[i]);
  }
  for (size_t i = 0; i < assessment->n_puzzles; i++) release_view(&views[i]);
  wb_told_release(&told);
  free(views);
  return status;
}

/* ---- all of it
 * ----------------------------------------------------------------------------------- */

static enum wb_status begin_report(struct wb_class_report *report, struct wb_error *err) {
  const struct wb_class_report_order *order = report->order;
  char *digest = NULL;
  enum wb_status status = wb_run_course_digest(order->course->root, &digest, err);
  report->puzzles = wb_alloc((report->run->n_puzzles + 1) * sizeof *report->puzzles);
  if (status == WB_OK) report->other_course = strcmp(digest, report->run->course_digest) != 0;
  for (size_t i = 0; i < report->run->n_puzzles && status == WB_OK; i++) {
    struct wb_class_puzzle *puzzle = &report->puzzles[i];
    puzzle->about = &report->run->puzzles[i];
    report->most += puzzle->about->points;
    if (!order->staff) continue;
    status = wb_class_begin_similarity(report, puzzle, err);
    if (status == WB_OK && wb_class_compares_wrong(report))
      status = judge_wrong(report, puzzle, err);
  }
  free(digest);
  return status;
}

static void release_report(struct wb_class_report *report) {
  for (size_t i = 0; report->puzzles != NULL && i < report->run->n_puzzles; i++) {
    struct wb_class_puzzle *puzzle = &report->puzzles[i];
    wb_class_release_similarity(puzzle);
    for (size_t k = 0; k < puzzle->n_cases; k++) free(puzzle->cases[k].name);
    for (size_t k = 0; k < puzzle->n_wrong; k++) {
      free(puzzle->wrong[k].name);
      free(puzzle->wrong[k].why);
    }
    free(puzzle->cases);
    free(puzzle->wrong);
  }
  for (size_t i = 0; i < report->n_rows; i++) {
    free(report->rows[i].pseudonym);
    free(report->rows[i].puzzles);
    free(report->rows[i].flag);
  }
  free(report->rows);
  free(report->puzzles);
  wb_gradebook_release(&report->book);
}

enum wb_status wb_class_report_make(const struct wb_class_report_order *order, struct wb_site *site,
                                    struct wb_class_report_counts *counts, struct wb_error *err) {
  struct wb_class_report report = {.order = order,
                                   .run = &order->run->about,
                                   .site = site,
                                   .has_texts = order->staff || order->sources};
  const struct wb_gradebook_rules rules = {.assignment = order->assignment};
  enum wb_status status = wb_gradebook_make(&report.book, order->run, order->records, &rules, err);
  if (status == WB_OK) status = wb_book_add_look(site, "report.css", err);
  if (status == WB_OK) status = begin_report(&report, err);
  if (status == WB_OK)
    status =
        wb_run_assess_each(order->run, order->records, NULL, false, add_submission, &report, err);
  if (status == WB_OK && order->staff) status = wb_class_read_old(&report, err);
  if (status == WB_OK) {
    wb_class_add_overview(&report);
    wb_class_add_puzzles(&report);
  }
  if (status == WB_OK && order->staff) wb_class_add_similarity(&report);
  if (status == WB_OK && order->names) status = wb_class_add_names(&report, err);
  *counts = report.counts;
  release_report(&report);
  return status;
}
