#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading/regrade.h"

/* ---- whether it may be ----------------------------------------------------------------------- */

/* No result is better than another where a puzzle is worth something else now. */
static enum wb_status check_points(const struct wb_grade *grade, struct wb_error *err) {
  const struct wb_run_about *now = &grade->run.about, *before = &grade->from.about;
  for (size_t i = 0; i < now->n_puzzles; i++)
    for (size_t j = 0; j < before->n_puzzles; j++)
      if (strcmp(now->puzzles[i].slug, before->puzzles[j].slug) == 0 &&
          now->puzzles[i].points != before->puzzles[j].points)
        return wb_fail(err, WB_ERR_USAGE,
                       "%s was worth %g points and is worth %g now, so that --keep-better cannot "
                       "say what is better",
                       now->puzzles[i].slug, before->puzzles[j].points, now->puzzles[i].points);
  return WB_OK;
}

/* Generations of a run have judgements of the same people and texts. */
static enum wb_status check_seeds(const struct wb_grade *grade, struct wb_error *err) {
  const struct wb_run_about *now = &grade->run.about, *before = &grade->from.about;
  if (now->seed == before->seed) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE,
                 "the assignment's seed was \"%s\", and is \"%s\" in %s, whose results cannot be "
                 "those of %s; it is a run of its own, and can be exported",
                 wb_word_name(&wb_seed_kind_words, before->seed),
                 wb_word_name(&wb_seed_kind_words, now->seed), grade->run.path, grade->from.path);
}

/* The name of the fact that says which regrade a generation is of. */
static char *source_fact(uint32_t generation) { return wb_format("source_%u", generation); }

/* Whether the regrade's results are current already; else whether those are which it began with. */
static enum wb_status check_generation(const struct wb_grade *grade, bool *is_applied,
                                       struct wb_error *err) {
  const uint32_t generation = wb_run_records_generation(grade->from_records);
  uint64_t number = 0;
  char *source = NULL, *id = NULL, *began = NULL, *fact = source_fact(generation);
  enum wb_status status = wb_regrade_number(grade->from_records, &number, err);
  if (status == WB_OK) status = wb_run_records_fact(grade->from_records, fact, &source, err);
  if (status == WB_OK) status = wb_run_records_fact(grade->records, "id", &id, err);
  if (status == WB_OK) status = wb_run_records_fact(grade->records, "again_number", &began, err);
  *is_applied =
      status == WB_OK && generation > 1 && source != NULL && id != NULL && strcmp(source, id) == 0;
  if (status == WB_OK && !*is_applied && (began == NULL || strtoull(began, NULL, 10) != number))
    status = wb_fail(err, WB_ERR_USAGE,
                     "other results of %s are current than when %s was begun: judge it again with "
                     "--again; or, where a regrade was applied since, take that back with --undo",
                     grade->from.path, grade->run.path);
  free(fact);
  free(began);
  free(id);
  free(source);
  return status;
}

static enum wb_status check_id(const struct wb_grade *grade, const char *again,
                               struct wb_error *err) {
  char *id = NULL;
  enum wb_status status = wb_run_records_fact(grade->from_records, "id", &id, err);
  if (status == WB_OK && (id == NULL || strcmp(id, again) != 0))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is not the run that %s judged again; name that: `workbench grade --apply "
                     "%s RUN`",
                     grade->from.path, grade->run.path, grade->run.path);
  free(id);
  return status;
}

/* The same run by two names has one run.lock, which is held already. */
static enum wb_status check_other(const struct wb_grade *grade, const char *path, const char *known,
                                  struct wb_error *err) {
  char *named = realpath(path, NULL), *own = realpath(grade->run.path, NULL);
  enum wb_status status = WB_OK;
  if (named != NULL && own != NULL && strcmp(named, own) == 0)
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is the regrade itself, and cannot be applied to itself; the run that it "
                     "judged again was at %s",
                     path, known);
  free(own);
  free(named);
  return status;
}

/* Opens the run that the regrade is of. */
static enum wb_status open_from(struct wb_grade *grade, const char *path, struct wb_error *err) {
  char *again = NULL, *known = NULL;
  enum wb_status status = wb_run_records_fact(grade->records, "again", &again, err);
  if (status == WB_OK) status = wb_run_records_fact(grade->records, "again_path", &known, err);
  if (status == WB_OK && (again == NULL || known == NULL))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is no regrade: `workbench grade --again RUN --out RUN2` makes one",
                     grade->run.path);
  if (status == WB_OK && path != NULL) status = check_other(grade, path, known, err);
  if (status == WB_OK && path == NULL && !wb_run_folder_is(known))
    status = wb_fail(err, WB_ERR_USAGE,
                     "the run is no longer at %s; name it: `workbench grade --apply %s RUN`", known,
                     grade->run.path);
  if (status == WB_OK)
    status = wb_run_folder_open(&grade->from, path != NULL ? path : known, true, err);
  if (status == WB_OK) status = wb_run_records_open(&grade->from_records, &grade->from, true, err);
  if (status == WB_OK) status = check_id(grade, again, err);
  free(known);
  free(again);
  return status;
}

/* ---- results --------------------------------------------------------------------------------- */

struct applying {
  struct wb_grade *grade;
  struct wb_run_folder next; /* the run with the generation that is made; what it owns is not */
  bool keeps_better;
  struct wb_regrade_report *report;
};

static enum wb_status read_score(const struct wb_run_folder *run,
                                 const struct wb_run_judgement *one, double *score,
                                 struct wb_error *err) {
  struct wb_result result;
  enum wb_status status =
      wb_run_read_result(run, one->puzzle, one->sha256, one->variant, &result, err);
  *score = status == WB_OK ? result.score : -1;
  wb_result_release(&result);
  return status == WB_ERR_NOT_FOUND ? WB_OK : status;
}

/* Whether the run's own result of a text remains, rather than the regrade's. */
static enum wb_status choose_result(const struct applying *applying,
                                    const struct wb_run_judgement *one, bool *keeps,
                                    struct wb_error *err) {
  const struct wb_grade *grade = applying->grade;
  const bool is_new = one->state == WB_JUDGEMENT_DONE;
  double before = -1, now = -1;
  *keeps = false;
  if (is_new && !applying->keeps_better) return WB_OK;
  enum wb_status status = read_score(&grade->from, one, &before, err);
  if (status == WB_OK && is_new) status = read_score(&grade->run, one, &now, err);
  *keeps = before > now;
  return status;
}

static enum wb_status apply_one(struct applying *applying, const struct wb_run_judgement *one,
                                struct wb_error *err) {
  const struct wb_grade *grade = applying->grade;
  bool keeps = false;
  enum wb_status status = choose_result(applying, one, &keeps, err);
  if (status != WB_OK) return status;
  if (keeps || one->state == WB_JUDGEMENT_DONE) {
    const struct wb_run_folder *chosen = keeps ? &grade->from : &grade->run;
    char *from = wb_run_judged_path(chosen, one->puzzle, one->sha256, one->variant);
    char *to = wb_run_judged_path(&applying->next, one->puzzle, one->sha256, one->variant);
    status = wb_run_copy_file(from, to, err);
    free(to);
    free(from);
    applying->report->results++;
    applying->report->kept += keeps;
  }
  if (status == WB_OK)
    status = wb_run_records_plan(grade->from_records, one->puzzle, one->sha256, one->variant, err);
  if (status == WB_OK && !keeps) status = wb_run_records_note(grade->from_records, one, err);
  return status;
}

static enum wb_status apply_all(struct applying *applying, enum wb_judgement_state state,
                                struct wb_error *err) {
  struct wb_run_judgements judgements = {0};
  enum wb_status status = wb_run_records_list(applying->grade->records, state, &judgements, err);
  for (size_t i = 0; i < judgements.count && status == WB_OK; i++)
    status = apply_one(applying, &judgements.items[i], err);
  wb_run_judgements_release(&judgements);
  return status;
}

/* Names of results must be on the disk before run.db says that they count. */
static enum wb_status sync_results(const struct applying *applying, struct wb_error *err) {
  const struct wb_run_about *about = &applying->grade->run.about;
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < about->n_puzzles && status == WB_OK; i++) {
    char *some = wb_run_judged_path(&applying->next, about->puzzles[i].slug, "", "");
    char *folder = wb_path_dirname(some);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || fsync(fd) != 0) status = wb_fail_errno(err, "cannot keep %s", folder);
    if (fd >= 0) close(fd);
    free(folder);
    free(some);
  }
  return status;
}

/* ---- the transaction ------------------------------------------------------------------------- */

static enum wb_status set_source(const struct applying *applying, struct wb_error *err) {
  char *id = NULL, *fact = source_fact(applying->next.generation);
  enum wb_status status = wb_run_records_fact(applying->grade->records, "id", &id, err);
  if (status == WB_OK)
    status = wb_run_records_set_fact(applying->grade->from_records, fact, id, err);
  free(fact);
  free(id);
  return status;
}

/* The next of the numbers that results of the run have; the first results are 1. */
static enum wb_status set_number(const struct applying *applying, struct wb_error *err) {
  struct wb_run_records *records = applying->grade->from_records;
  char *last = NULL, *fact = wb_format("number_%u", applying->next.generation);
  enum wb_status status = wb_run_records_fact(records, "last_number", &last, err);
  char *number = wb_format("%llu", last != NULL ? strtoull(last, NULL, 10) + 1 : 2);
  if (status == WB_OK) status = wb_run_records_set_fact(records, "last_number", number, err);
  if (status == WB_OK) status = wb_run_records_set_fact(records, fact, number, err);
  free(number);
  free(last);
  free(fact);
  return status;
}

static enum wb_status make_current(struct applying *applying, struct wb_error *err) {
  struct wb_grade *grade = applying->grade;
  enum wb_status status = wb_run_folder_make_generation(&grade->from, applying->next.generation,
                                                        &grade->run.about, err);
  if (status == WB_OK) status = wb_run_records_begin(grade->from_records, err);
  if (status == WB_OK) status = wb_run_records_push(grade->from_records, err);
  if (status == WB_OK) status = apply_all(applying, WB_JUDGEMENT_DONE, err);
  if (status == WB_OK) status = apply_all(applying, WB_JUDGEMENT_FAILED, err);
  if (status == WB_OK) status = set_source(applying, err);
  if (status == WB_OK) status = set_number(applying, err);
  if (status == WB_OK) status = sync_results(applying, err);
  if (status == WB_OK) status = wb_run_records_commit(grade->from_records, err);
  if (status == WB_OK) status = wb_run_folder_choose(&grade->from, applying->next.generation, err);
  return status;
}

enum wb_status wb_regrade_apply(struct wb_grade *grade, const char *path, bool keeps_better,
                                bool released, struct wb_regrade_report *report,
                                struct wb_error *err) {
  struct wb_run_totals totals;
  *report = (struct wb_regrade_report){0};
  enum wb_status status = open_from(grade, path, err);
  if (status == WB_OK) status = wb_regrade_check_judged(&grade->run, grade->records, err);
  if (status == WB_OK) status = wb_regrade_check_judged(&grade->from, grade->from_records, err);
  if (status == WB_OK) status = check_generation(grade, &report->was_done, err);
  if (status == WB_OK && !report->was_done) status = check_seeds(grade, err);
  if (status == WB_OK && keeps_better && !report->was_done) status = check_points(grade, err);
  if (status == WB_OK && !report->was_done) {
    struct applying applying = {grade, grade->from, keeps_better, report};
    applying.next.generation = wb_run_records_generation(grade->from_records) + 1;
    status = make_current(&applying, err);
  }
  report->generation = grade->from.generation;
  return status == WB_OK
             ? wb_run_write_results(&grade->from, grade->from_records, released, &totals, err)
             : status;
}

enum wb_status wb_regrade_undo(struct wb_run_folder *run, struct wb_run_records *records,
                               bool released, struct wb_regrade_report *report,
                               struct wb_error *err) {
  const uint32_t generation = wb_run_records_generation(records);
  struct wb_run_totals totals;
  uint32_t written = 0;
  *report = (struct wb_regrade_report){0};
  enum wb_status status = wb_run_results_generation(records, &written, err);
  report->was_done = written > generation;
  if (status == WB_OK && !report->was_done && generation <= 1)
    status =
        wb_fail(err, WB_ERR_USAGE, "nothing was applied to %s that could be taken back", run->path);
  if (status == WB_OK && !report->was_done) {
    status = wb_run_records_begin(records, err);
    if (status == WB_OK) status = wb_run_records_pop(records, err);
    if (status == WB_OK) status = wb_run_records_commit(records, err);
    if (status == WB_OK) status = wb_run_folder_choose(run, generation - 1, err);
  }
  report->generation = wb_run_records_generation(records);
  return status == WB_OK ? wb_run_write_results(run, records, released, &totals, err) : status;
}
