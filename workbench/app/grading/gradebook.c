#include "grading/gradebook.h"

#include <stdlib.h>
#include <string.h>

struct making {
  struct wb_gradebook *book;
  const struct wb_gradebook_rules *rules;
};

/* ---- one row --------------------------------------------------------------------------------- */

static void release_row(struct wb_gradebook_row *row) {
  for (size_t i = 0; i < row->n_ids; i++) free(row->ids[i]);
  free(row->ids);
  free(row->pseudonym);
  free(row->name);
  free(row->label);
  free(row->flag);
  free(row->puzzles);
}

/* A group has the most time that one of its people has. */
static const struct wb_extension *extension_of(const struct making *making,
                                               const struct wb_submission *submission) {
  const struct wb_extension *most = NULL;
  if (making->rules->extensions == NULL || making->rules->assignment == NULL) return NULL;
  for (size_t i = 0; i < submission->n_ids; i++) {
    const struct wb_extension *one = wb_extension_of(making->rules->extensions, submission->ids[i],
                                                     making->rules->assignment->name);
    if (one != NULL && (most == NULL || one->excused || (!most->excused && one->due > most->due)))
      most = one;
  }
  return most;
}

/* When it came, as far as that may be held against somebody; 0: nobody knows. */
static int64_t time_of(const struct making *making, const struct wb_submission *submission) {
  const bool trusted = submission->is_received_said || making->rules->trusts_files;
  return trusted ? submission->received : 0;
}

static void fill_row(const struct making *making, const struct wb_assessment *assessment,
                     struct wb_gradebook_row *row) {
  const struct wb_run_submission *one = assessment->submission;
  const struct wb_submission *submission = &one->about;
  static const struct wb_lateness never_late = {.state = WB_ON_TIME, .share = 1};
  *row = (struct wb_gradebook_row){.pseudonym = wb_strdup(one->pseudonym),
                                   .ids = wb_alloc((submission->n_ids + 1) * sizeof *row->ids),
                                   .name = wb_strdup(submission->name),
                                   .label = wb_strdup(submission->label),
                                   .attempt = one->attempt,
                                   .attempts = one->attempts,
                                   .handed_in = true,
                                   .complete = assessment->complete,
                                   .has_points = assessment->complete,
                                   .flag = wb_strdup(assessment->flag),
                                   .n_puzzles = assessment->n_puzzles,
                                   .judged = assessment->points,
                                   .most = making->book->most,
                                   .lateness = never_late};
  for (size_t i = 0; i < submission->n_ids; i++)
    row->ids[row->n_ids++] = wb_strdup(submission->ids[i]);
  row->puzzles = wb_alloc((assessment->n_puzzles + 1) * sizeof *row->puzzles);
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *puzzle = &assessment->puzzles[i];
    row->puzzles[i] = (struct wb_gradebook_puzzle){.slug = puzzle->puzzle->slug,
                                                   .state = puzzle->state,
                                                   .judged = puzzle->state == WB_ASSESSED_JUDGED,
                                                   .verdict = puzzle->result.verdict,
                                                   .points = wb_assessed_points(puzzle),
                                                   .most = puzzle->puzzle->points};
  }
  if (making->rules->assignment != NULL)
    row->lateness = wb_lateness_of(making->rules->assignment, extension_of(making, submission),
                                   time_of(making, submission));
  row->points = row->judged * row->lateness.share;
}

/* ---- the attempt that counts ------------------------------------------------------------------
 */

/* Attempts of one pseudonym come one after the other, the first one first. */
static bool replaces(const struct making *making, const struct wb_run_submission *one,
                     const struct wb_gradebook_row *row, const struct wb_gradebook_row *before) {
  const struct wb_assignment *assignment = making->rules->assignment;
  /* A person's choice, among all that there are. */
  if (assignment != NULL && assignment->attempts_counted == WB_ATTEMPTS_CHOSEN && one->chosen > 0)
    return before->attempt != one->chosen;
  if (assignment != NULL && assignment->attempts_most > 0 &&
      row->attempt > assignment->attempts_most)
    return false;
  /* What could not be judged takes nothing away. */
  if (row->complete != before->complete) return row->complete;
  if (assignment != NULL && assignment->attempts_counted != WB_ATTEMPTS_BEST) return true;
  return row->points > before->points;
}

static enum wb_status add_assessment(const struct wb_assessment *assessment, void *data,
                                     struct wb_error *err) {
  const struct making *making = data;
  struct wb_gradebook *book = making->book;
  struct wb_gradebook_row row;
  (void)err;
  fill_row(making, assessment, &row);
  struct wb_gradebook_row *last = book->count > 0 ? &book->rows[book->count - 1] : NULL;
  if (last == NULL || strcmp(last->pseudonym, row.pseudonym) != 0) {
    book->rows = wb_grow(book->rows, &book->capacity, book->count + 1, sizeof *book->rows);
    book->rows[book->count++] = row;
  } else if (replaces(making, assessment->submission, &row, last)) {
    release_row(last);
    *last = row;
  } else {
    release_row(&row);
  }
  return WB_OK;
}

/* ---- the book ---------------------------------------------------------------------------------
 */

static bool has_person(const struct wb_gradebook *book, const char *id) {
  for (size_t i = 0; i < book->count; i++)
    for (size_t j = 0; j < book->rows[i].n_ids; j++)
      if (strcmp(book->rows[i].ids[j], id) == 0) return true;
  return false;
}

/* Who is excused and has handed in nothing stands in no run. */
static void add_excused(const struct making *making) {
  struct wb_gradebook *book = making->book;
  if (making->rules->extensions == NULL || making->rules->assignment == NULL) return;
  for (size_t i = 0; i < making->rules->extensions->count; i++) {
    const struct wb_extension *one = &making->rules->extensions->items[i];
    if (!one->excused || strcmp(one->assignment, making->rules->assignment->name) != 0 ||
        has_person(book, one->id))
      continue;
    struct wb_gradebook_row row = {.pseudonym = wb_strdup(""),
                                   .ids = wb_alloc(sizeof *row.ids),
                                   .n_ids = 1,
                                   .complete = true,
                                   .lateness = {.state = WB_EXCUSED, .share = 1},
                                   .most = book->most};
    row.ids[0] = wb_strdup(one->id);
    book->rows = wb_grow(book->rows, &book->capacity, book->count + 1, sizeof *book->rows);
    book->rows[book->count++] = row;
  }
}

enum wb_status wb_gradebook_make(struct wb_gradebook *book, const struct wb_run_folder *run,
                                 struct wb_run_records *records,
                                 const struct wb_gradebook_rules *rules, struct wb_error *err) {
  struct making making = {book, rules};
  *book = (struct wb_gradebook){.run = &run->about};
  for (size_t i = 0; i < run->about.n_puzzles; i++) book->most += run->about.puzzles[i].points;
  enum wb_status status =
      wb_run_assess_each(run, records, rules->pseudonym, true, add_assessment, &making, err);
  if (status == WB_OK) add_excused(&making);
  return status;
}

void wb_gradebook_release(struct wb_gradebook *book) {
  for (size_t i = 0; i < book->count; i++) release_row(&book->rows[i]);
  free(book->rows);
  *book = (struct wb_gradebook){0};
}

static int by_pseudonym(const void *key, const void *row) {
  return strcmp(key, ((const struct wb_gradebook_row *)row)->pseudonym);
}

const struct wb_gradebook_row *wb_gradebook_row_of(const struct wb_gradebook *book,
                                                   const struct wb_run_submission *one) {
  /* Those who are excused are behind all others. */
  size_t count = book->count;
  while (count > 0 && !book->rows[count - 1].handed_in) count--;
  const struct wb_gradebook_row *row =
      bsearch(one->pseudonym, book->rows, count, sizeof *book->rows, by_pseudonym);
  return row != NULL && row->attempt == one->attempt ? row : NULL;
}

bool wb_gradebook_counts(const struct wb_gradebook *book, const struct wb_run_submission *one) {
  return wb_gradebook_row_of(book, one) != NULL;
}
