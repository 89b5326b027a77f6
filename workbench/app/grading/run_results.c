#include "grading/run_results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "grading/csv.h"

/* ---- each ------------------------------------------------------------------------------------ */

struct assessing {
  const struct wb_run_folder *run;
  struct wb_run_records *records;
  enum wb_status (*each)(const struct wb_assessment *assessment, void *data, struct wb_error *err);
  void *data;
};

static enum wb_status assess_one(const struct wb_run_submission *one, void *data,
                                 struct wb_error *err) {
  const struct assessing *assessing = data;
  struct wb_assessment assessment;
  enum wb_status status = wb_assess(&assessment, assessing->run, assessing->records, one, err);
  if (status == WB_OK) status = assessing->each(&assessment, assessing->data, err);
  wb_assessment_release(&assessment);
  return status;
}

enum wb_status wb_run_assess_each(const struct wb_run_folder *run, struct wb_run_records *records,
                                  const char *pseudonym, bool with_people,
                                  enum wb_status (*each)(const struct wb_assessment *assessment,
                                                         void *data, struct wb_error *err),
                                  void *data, struct wb_error *err) {
  struct assessing assessing = {run, records, each, data};
  return wb_run_records_each(records, pseudonym, with_people, assess_one, &assessing, err);
}

/* ---- what is lost ------------------------------------------------------------------------------
 */

/* Not one that cannot be looked at: of that the message is about who may read the run. */
static bool is_lost(const struct wb_run_folder *run, const struct wb_run_judgement *judgement) {
  char *path = wb_run_judged_path(run, judgement->puzzle, judgement->sha256, judgement->variant);
  const bool is_lost = access(path, F_OK) != 0 && errno == ENOENT;
  free(path);
  return is_lost;
}

static void release_judgement(struct wb_run_judgement *judgement) {
  free(judgement->puzzle);
  free(judgement->trouble);
}

struct needing {
  const struct wb_run_about *about;
  const struct wb_run_judgements *of; /* in wb_run_records_list's order */
  bool *needed;                       /* beside them */
};

static int compare_judgements(const void *a, const void *b) {
  const struct wb_run_judgement *one = a, *other = b;
  int order = strcmp(one->puzzle, other->puzzle);
  if (order == 0) order = strcmp(one->sha256, other->sha256);
  return order != 0 ? order : strcmp(one->variant, other->variant);
}

static enum wb_status note_needed(const struct wb_run_submission *one, void *data,
                                  struct wb_error *err) {
  const struct needing *needing = data;
  const struct wb_run_judgements *of = needing->of;
  (void)err;
  for (size_t i = 0; i < one->about.n_files; i++) {
    const struct wb_submitted_file *file = &one->about.files[i];
    struct wb_run_judgement key = {.puzzle = file->puzzle};
    if (!wb_run_judges(needing->about, file)) continue;
    memcpy(key.sha256, file->sha256, sizeof key.sha256);
    strncpy(key.variant, wb_run_variant(needing->about, one->pseudonym), sizeof key.variant - 1);
    const struct wb_run_judgement *found =
        bsearch(&key, of->items, of->count, sizeof *of->items, compare_judgements);
    if (found != NULL) needing->needed[found - of->items] = true;
  }
  return WB_OK;
}

/* Leaves those that are wanted. */
static void keep_judgements(struct wb_run_judgements *of, const bool *wanted) {
  size_t kept = 0;
  for (size_t i = 0; i < of->count; i++)
    if (wanted[i])
      of->items[kept++] = of->items[i];
    else
      release_judgement(&of->items[i]);
  of->count = kept;
}

enum wb_status wb_run_find_lost(const struct wb_run_folder *run, struct wb_run_records *records,
                                struct wb_run_judgements *lost, struct wb_error *err) {
  *lost = (struct wb_run_judgements){0};
  enum wb_status status = wb_run_records_list(records, WB_JUDGEMENT_DONE, lost, err);
  bool *wanted = wb_alloc(lost->count + 1);
  for (size_t i = 0; i < lost->count; i++) wanted[i] = is_lost(run, &lost->items[i]);
  keep_judgements(lost, wanted);
  memset(wanted, 0, lost->count);
  struct needing needing = {&run->about, lost, wanted};
  if (status == WB_OK && lost->count > 0)
    status = wb_run_records_each(records, NULL, false, note_needed, &needing, err);
  keep_judgements(lost, wanted);
  free(wanted);
  return status;
}

enum wb_status wb_run_plan_lost(const struct wb_run_folder *run, struct wb_run_records *records,
                                struct wb_error *err) {
  struct wb_run_judgements lost;
  enum wb_status status = wb_run_find_lost(run, records, &lost, err);
  for (size_t i = 0; i < lost.count && status == WB_OK; i++) {
    lost.items[i].state = WB_JUDGEMENT_PLANNED;
    lost.items[i].tries = 0;
    status = wb_run_records_note(records, &lost.items[i], err);
  }
  wb_run_judgements_release(&lost);
  return status;
}

/* ---- files ----------------------------------------------------------------------------------- */

struct writing {
  const struct wb_run_folder *run;
  bool released;
  struct wb_run_totals *totals;
};

static enum wb_status write_file(const char *folder, const char *name, const struct wb_str *text,
                                 struct wb_error *err) {
  char *path = wb_path_join(folder, name);
  enum wb_status status = WB_OK;
  if (!wb_file_has(path, text->data, text->length))
    status = wb_file_write_atomic(path, text->data, text->length, err);
  free(path);
  return status;
}

static enum wb_status write_one(const struct wb_assessment *assessment, void *data,
                                struct wb_error *err) {
  const struct writing *writing = data;
  const struct wb_run_submission *one = assessment->submission;
  char *folder = wb_run_submission_path(writing->run, one->pseudonym, one->attempt);
  struct wb_str text;
  enum wb_status status = WB_OK;
  wb_str_init(&text);
  if (mkdir(folder, 0700) != 0 && errno != EEXIST)
    status = wb_fail_errno(err, "cannot make %s", folder);
  wb_file_remove_leftovers(folder, ".json");
  wb_assessment_staff_json(assessment, &text);
  if (status == WB_OK) status = write_file(folder, "result.json", &text, err);
  wb_str_clear(&text);
  wb_assessment_student_json(assessment, writing->released, &text);
  if (status == WB_OK) status = write_file(folder, "student.json", &text, err);
  writing->totals->submissions++;
  writing->totals->complete += assessment->complete;
  writing->totals->flagged += assessment->flag != NULL;
  wb_str_release(&text);
  free(folder);
  return status;
}

enum wb_status wb_run_write_results(const struct wb_run_folder *run, struct wb_run_records *records,
                                    bool released, struct wb_run_totals *totals,
                                    struct wb_error *err) {
  struct writing writing = {run, released, totals};
  char *generation = wb_format("%u", wb_run_records_generation(records));
  *totals = (struct wb_run_totals){0};
  enum wb_status status = wb_run_assess_each(run, records, NULL, false, write_one, &writing, err);
  if (status == WB_OK) status = wb_run_records_set_fact(records, "results_of", generation, err);
  free(generation);
  return status;
}

enum wb_status wb_run_results_generation(struct wb_run_records *records, uint32_t *generation,
                                         struct wb_error *err) {
  char *written = NULL;
  enum wb_status status = wb_run_records_fact(records, "results_of", &written, err);
  *generation = written != NULL ? (uint32_t)strtoul(written, NULL, 10) : 0;
  free(written);
  return status;
}

/* ---- people ---------------------------------------------------------------------------------- */

static enum wb_status add_person(const struct wb_run_submission *one, void *data,
                                 struct wb_error *err) {
  struct wb_csv_writer *writer = data;
  (void)err;
  /* A row an id, so that each can be looked up; one that was forgotten has none. */
  for (size_t i = 0; i < one->about.n_ids; i++) {
    wb_csv_add_text(writer, one->pseudonym);
    wb_csv_add_number(writer, one->attempt);
    wb_csv_add_text(writer, one->about.ids[i]);
    wb_csv_add_text(writer, one->about.name != NULL ? one->about.name : "");
    wb_csv_add_text(writer, one->about.label != NULL ? one->about.label : "");
    wb_csv_end_record(writer);
  }
  return WB_OK;
}

enum wb_status wb_run_write_people(const struct wb_run_folder *run, struct wb_run_records *records,
                                   struct wb_error *err) {
  static const char *const head[] = {"pseudonym", "attempt", "id", "name", "label"};
  struct wb_str text;
  struct wb_csv_writer writer = {.out = &text};
  char *path = wb_path_join(run->path, "people.csv");
  wb_str_init(&text);
  for (size_t i = 0; i < sizeof head / sizeof head[0]; i++) wb_csv_add_text(&writer, head[i]);
  wb_csv_end_record(&writer);
  enum wb_status status = wb_run_records_each(records, NULL, true, add_person, &writer, err);
  if (status == WB_OK && chmod(path, 0600) != 0 && errno != ENOENT)
    status = wb_fail_errno(err, "cannot keep %s for its owner", path);
  if (status == WB_OK) status = wb_file_write_atomic(path, text.data, text.length, err);
  wb_str_release(&text);
  free(path);
  return status;
}
