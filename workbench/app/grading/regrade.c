#include "grading/regrade.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grading/run_results.h"

/* What of the run is judged again. */
struct scope {
  const char *slug;                 /* NULL: all puzzles */
  char pseudonym[WB_PSEUDONYM_MAX]; /* "": everybody */
  struct wb_names texts;            /* "SLUG SHA256 VARIANT" of that person */
};

struct taking {
  struct wb_grade *grade;
  struct scope scope;
};

/* ---- the run that it is of ------------------------------------------------------------------- */

enum wb_status wb_regrade_check_course(const struct wb_run_about *run,
                                       const struct wb_grade_order *order, struct wb_error *err) {
  const char *name = order->catalog->course.name, *had = run->course_name;
  if (had == NULL || (name != NULL && strcmp(name, had) == 0)) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE,
                 "the run is of the course %s, and %s is another one; name its course with "
                 "--course",
                 had, order->course->root);
}

enum wb_status wb_regrade_check_judged(const struct wb_run_folder *run,
                                       struct wb_run_records *records, struct wb_error *err) {
  struct wb_run_counts counts;
  struct wb_run_judgements lost = {0};
  enum wb_status status = wb_run_records_count(records, &counts, err);
  if (status == WB_OK &&
      (!wb_run_records_are_taken(records) || counts.done + counts.failed < counts.planned))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is not all judged yet; `workbench grade --out %s` goes on with it",
                     run->path, run->path);
  if (status == WB_OK) status = wb_run_find_lost(run, records, &lost, err);
  if (status == WB_OK && lost.count > 0)
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s has lost results of its own; `workbench grade --out %s` judges them again",
                     run->path, run->path);
  wb_run_judgements_release(&lost);
  return status;
}

static enum wb_status check_from(const struct wb_grade *grade, struct wb_error *err) {
  const struct wb_run_about *about = &grade->from.about;
  const struct wb_grade_order *order = grade->order;
  char id[WB_SECRET_ID_MAX];
  wb_secret_id(&grade->secret, id);
  if (strcmp(id, about->secret) != 0)
    return wb_fail(err, WB_ERR_USAGE, "%s was graded with another secret; name that with --secret",
                   order->again);
  if (order->assignment != NULL &&
      (about->assignment == NULL || strcmp(order->assignment, about->assignment) != 0))
    return wb_fail(err, WB_ERR_USAGE, "%s is of %s%s; leave --assignment out", order->again,
                   about->assignment != NULL ? "assignment " : "all puzzles",
                   about->assignment != NULL ? about->assignment : "");
  return wb_regrade_check_judged(&grade->from, grade->from_records, err);
}

enum wb_status wb_regrade_open_from(struct wb_grade *grade, struct wb_error *err) {
  if (grade->order->n_paths > 0)
    return wb_fail(err, WB_ERR_USAGE, "--again judges what %s has; name no submissions beside it",
                   grade->order->again);
  enum wb_status status = wb_run_folder_open(&grade->from, grade->order->again, false, err);
  if (status == WB_OK) status = wb_run_records_open(&grade->from_records, &grade->from, false, err);
  if (status == WB_OK) status = wb_regrade_check_course(&grade->from.about, grade->order, err);
  return status == WB_OK ? check_from(grade, err) : status;
}

enum wb_status wb_regrade_refuse(struct wb_run_records *records, struct wb_error *err) {
  char *path = NULL;
  enum wb_status status = wb_run_records_fact(records, "again_path", &path, err);
  if (status == WB_OK && path != NULL)
    status = wb_fail(
        err, WB_ERR_USAGE,
        "this is a regrade, whose overrides and choices are those of its run; name that: %s", path);
  free(path);
  return status;
}

/* Generations are numbered anew after --undo, so that each has a number besides. */
enum wb_status wb_regrade_number(struct wb_run_records *records, uint64_t *number,
                                 struct wb_error *err) {
  const uint32_t generation = wb_run_records_generation(records);
  char *text = NULL, *matches = NULL, *fact = wb_format("number_%u", generation);
  *number = generation;
  enum wb_status status = generation > 1 ? wb_run_records_fact(records, fact, &text, err) : WB_OK;
  if (status == WB_OK) status = wb_run_records_fact(records, "matches", &matches, err);
  if (text != NULL) *number = strtoull(text, NULL, 10);
  /* A person has let other files count since. */
  if (matches != NULL) *number += (uint64_t)strtoull(matches, NULL, 10) << 32;
  free(matches);
  free(text);
  free(fact);
  return status;
}

/* ---- facts ----------------------------------------------------------------------------------- */

static char *scope_words(const struct scope *scope) {
  return wb_format("%s %s", scope->slug != NULL ? scope->slug : "*",
                   scope->pseudonym[0] != '\0' ? scope->pseudonym : "*");
}

static enum wb_status set_facts(const struct taking *taking, struct wb_error *err) {
  struct wb_grade *grade = taking->grade;
  char *id = NULL, *words = scope_words(&taking->scope);
  char *path = realpath(grade->from.path, NULL);
  uint64_t current = 0;
  enum wb_status status = wb_regrade_number(grade->from_records, &current, err);
  char *number = wb_format("%" PRIu64, current);
  const char *const facts[][2] = {
      {"again_path", path}, {"again_number", number}, {"again_scope", words}};
  if (status == WB_OK) status = wb_run_records_fact(grade->from_records, "id", &id, err);
  if (status == WB_OK && (id == NULL || path == NULL))
    status = wb_fail(err, WB_ERR_IO, "%s/run.db is damaged: the run has no id", grade->from.path);
  if (status == WB_OK) status = wb_run_records_set_fact(grade->records, "again", id, err);
  for (size_t i = 0; i < sizeof facts / sizeof facts[0] && status == WB_OK; i++)
    status = wb_run_records_set_fact(grade->records, facts[i][0], facts[i][1], err);
  free(number);
  free(path);
  free(words);
  free(id);
  return status;
}

/* Whether the regrade that goes on was begun with the same words. */
static enum wb_status check_facts(const struct taking *taking, struct wb_error *err) {
  struct wb_grade *grade = taking->grade;
  char *id = NULL, *again = NULL, *had = NULL, *words = scope_words(&taking->scope);
  enum wb_status status = wb_run_records_fact(grade->from_records, "id", &id, err);
  if (status == WB_OK) status = wb_run_records_fact(grade->records, "again", &again, err);
  if (status == WB_OK) status = wb_run_records_fact(grade->records, "again_scope", &had, err);
  if (status == WB_OK && (id == NULL || again == NULL || strcmp(id, again) != 0))
    status = wb_fail(err, WB_ERR_USAGE, "%s is there, and is no regrade of %s; name another --out",
                     grade->run.path, grade->from.path);
  if (status == WB_OK && (had == NULL || strcmp(had, words) != 0))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s was begun with another --puzzle or --person; name another --out",
                     grade->run.path);
  free(had);
  free(again);
  free(words);
  free(id);
  return status;
}

/* ---- taking ---------------------------------------------------------------------------------- */

/* The names of it are those of `about`. */
static enum wb_status find_scope(const struct wb_grade *grade, const struct wb_run_about *about,
                                 struct scope *scope, struct wb_error *err) {
  const struct wb_grade_order *order = grade->order;
  const struct wb_run_puzzle *puzzle = NULL;
  enum wb_status status = WB_OK;
  if (order->puzzle != NULL) status = wb_run_about_find(about, order->puzzle, &puzzle, err);
  if (status == WB_OK && puzzle != NULL) scope->slug = puzzle->slug;
  if (status == WB_OK && (order->puzzle != NULL || order->person != NULL) &&
      about->seed != grade->from.about.seed)
    status = wb_fail(err, WB_ERR_USAGE,
                     "the assignment's seed is \"%s\" now, and was \"%s\": all of the run is to be "
                     "judged again, without --puzzle and --person",
                     wb_word_name(&wb_seed_kind_words, about->seed),
                     wb_word_name(&wb_seed_kind_words, grade->from.about.seed));
  if (status == WB_OK && order->person != NULL)
    status = wb_run_records_find(grade->from_records, order->person, scope->pseudonym, err);
  return status;
}

enum wb_status wb_regrade_check_scope(const struct wb_grade *grade,
                                      const struct wb_run_about *about, struct wb_error *err) {
  struct scope scope = {0};
  return find_scope(grade, about, &scope, err);
}

/* "SLUG SHA256 VARIANT"; the caller frees. */
static char *text_key(const char *slug, const char *sha256, const char *variant) {
  return wb_format("%s %s %s", slug, sha256, variant);
}

static bool is_in_scope(const struct scope *scope, const struct wb_run_judgement *one) {
  bool is_theirs = true;
  if (scope->slug != NULL && strcmp(scope->slug, one->puzzle) != 0) return false;
  if (scope->pseudonym[0] != '\0') {
    char *key = text_key(one->puzzle, one->sha256, one->variant);
    is_theirs = wb_names_have(&scope->texts, key);
    free(key);
  }
  return is_theirs;
}

static enum wb_status plan_files(struct taking *taking, const struct wb_run_submission *one,
                                 struct wb_error *err) {
  struct wb_grade *grade = taking->grade;
  struct scope *scope = &taking->scope;
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < one->about.n_files && status == WB_OK; i++) {
    const struct wb_submitted_file *file = &one->about.files[i];
    const char *variant = wb_run_variant(&grade->run.about, one->pseudonym);
    if (!wb_run_judges(&grade->run.about, file)) continue;
    status = wb_run_records_plan(grade->records, file->puzzle, file->sha256, variant, err);
    if (strcmp(scope->pseudonym, one->pseudonym) == 0) {
      char *key = text_key(file->puzzle, file->sha256, variant);
      wb_names_add(&scope->texts, key);
      free(key);
    }
  }
  return status;
}

static enum wb_status take_overrides(struct wb_grade *grade, const struct wb_run_submission *one,
                                     struct wb_error *err) {
  struct wb_run_overrides overrides = {0};
  enum wb_status status =
      wb_run_records_overrides(grade->from_records, one->pseudonym, one->attempt, &overrides, err);
  for (size_t i = 0; i < overrides.count && status == WB_OK; i++)
    status = wb_run_records_override(grade->records, one->pseudonym, one->attempt,
                                     &overrides.items[i], err);
  wb_run_overrides_release(&overrides);
  return status;
}

static enum wb_status take_submission(const struct wb_run_submission *one, void *data,
                                      struct wb_error *err) {
  struct taking *taking = data;
  enum wb_status status =
      wb_run_records_add(taking->grade->records, one->pseudonym, &one->about, err);
  if (status == WB_OK) status = plan_files(taking, one, err);
  if (status == WB_OK) status = take_overrides(taking->grade, one, err);
  if (status == WB_OK && one->chosen == one->attempt)
    status = wb_run_records_choose(taking->grade->records, one->pseudonym, one->chosen, err);
  return status;
}

static enum wb_status copy_result(struct wb_grade *grade, const struct wb_run_judgement *planned,
                                  struct wb_error *err) {
  char *from = wb_run_judged_path(&grade->from, planned->puzzle, planned->sha256, planned->variant);
  char *to = wb_run_judged_path(&grade->run, planned->puzzle, planned->sha256, planned->variant);
  enum wb_status status = wb_run_copy_file(from, to, err);
  free(to);
  free(from);
  return status;
}

/* A result that the run has stays as it is, and so does that there is none. */
static enum wb_status take_result(struct wb_grade *grade, const struct wb_run_judgement *planned,
                                  struct wb_error *err) {
  struct wb_run_judgement known = {0};
  enum wb_status status = wb_run_records_judgement(grade->from_records, planned->puzzle,
                                                   planned->sha256, planned->variant, &known, err);
  if (status == WB_ERR_NOT_FOUND) return WB_OK; /* of a puzzle that is new: it is judged */
  if (status == WB_OK && known.state == WB_JUDGEMENT_DONE)
    status = copy_result(grade, planned, err);
  if (status == WB_OK) status = wb_run_records_note(grade->records, &known, err);
  free(known.puzzle);
  free(known.trouble);
  return status;
}

static enum wb_status take_results(const struct taking *taking, struct wb_error *err) {
  struct wb_grade *grade = taking->grade;
  struct wb_run_judgements planned = {0};
  enum wb_status status = wb_run_records_list(grade->records, WB_JUDGEMENT_PLANNED, &planned, err);
  for (size_t i = 0; i < planned.count && status == WB_OK; i++)
    if (!is_in_scope(&taking->scope, &planned.items[i]))
      status = take_result(grade, &planned.items[i], err);
  wb_run_judgements_release(&planned);
  return status;
}

/* Remembers how many results are there before anything is judged. */
static enum wb_status set_taken_over(struct wb_run_records *records, struct wb_error *err) {
  struct wb_run_counts counts;
  enum wb_status status = wb_run_records_count(records, &counts, err);
  char *number = wb_format("%" PRIu64, status == WB_OK ? counts.done + counts.failed : 0);
  if (status == WB_OK) status = wb_run_records_set_fact(records, "taken_over", number, err);
  free(number);
  return status;
}

enum wb_status wb_regrade_taken_over(struct wb_run_records *records, bool *is_part, uint64_t *count,
                                     struct wb_error *err) {
  char *number = NULL;
  enum wb_status status = wb_run_records_fact(records, "taken_over", &number, err);
  *is_part = number != NULL;
  *count = number != NULL ? strtoull(number, NULL, 10) : 0;
  free(number);
  return status;
}

static enum wb_status take_files(const struct wb_grade *grade, struct wb_error *err) {
  struct wb_names names;
  char *files = wb_path_join(grade->from.path, "files");
  wb_names_init(&names);
  enum wb_status status = wb_directory_list(files, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++) {
    if (strlen(names.items[i]) != WB_SHA256_HEX - 1) continue; /* left behind half-written */
    char *from = wb_run_file_path(&grade->from, names.items[i]);
    char *to = wb_run_file_path(&grade->run, names.items[i]);
    status = wb_run_copy_file(from, to, err);
    free(to);
    free(from);
  }
  wb_names_release(&names);
  free(files);
  return status;
}

/* What belonged to no submission of the run does not in the regrade either. */
static enum wb_status take_nobodys(struct wb_grade *grade, struct wb_error *err) {
  const struct wb_run_about *from = &grade->from.about;
  struct wb_names names;
  wb_names_init(&names);
  for (size_t i = 0; i < from->n_nobodys; i++) wb_names_add(&names, from->nobodys[i]);
  const enum wb_status status = wb_run_folder_note_nobodys(&grade->run, &names, err);
  wb_names_release(&names);
  return status;
}

static enum wb_status take_all(struct taking *taking, struct wb_error *err) {
  struct wb_grade *grade = taking->grade;
  const bool is_part = taking->scope.slug != NULL || taking->scope.pseudonym[0] != '\0';
  enum wb_status status = take_files(grade, err);
  if (status == WB_OK) status = take_nobodys(grade, err);
  if (status == WB_OK) status = wb_run_records_begin(grade->records, err);
  if (status == WB_OK)
    status = wb_run_records_each(grade->from_records, NULL, true, take_submission, taking, err);
  if (status == WB_OK) status = take_results(taking, err);
  if (status == WB_OK && is_part) status = set_taken_over(grade->records, err);
  if (status == WB_OK) status = set_facts(taking, err);
  if (status == WB_OK) status = wb_run_records_set_taken(grade->records, err);
  if (status == WB_OK) status = wb_run_records_commit(grade->records, err);
  if (status == WB_OK) status = wb_run_write_people(&grade->run, grade->records, err);
  return status;
}

enum wb_status wb_regrade_take(struct wb_grade *grade, struct wb_error *err) {
  struct taking taking = {.grade = grade};
  wb_names_init(&taking.scope.texts);
  enum wb_status status = find_scope(grade, &grade->run.about, &taking.scope, err);
  if (status == WB_OK)
    status = wb_run_records_are_taken(grade->records) ? check_facts(&taking, err)
                                                      : take_all(&taking, err);
  wb_names_release(&taking.scope.texts);
  return status;
}

/* ---- results of another run --------------------------------------------------------------------
 */

enum wb_status wb_regrade_open_reused(struct wb_grade *grade, struct wb_error *err) {
  const char *path = grade->order->reuse;
  char *again = NULL;
  if (grade->order->n_paths == 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "--reuse is for a run that begins; say what was handed in: `workbench grade "
                   "SUBMISSION… --out %s --reuse %s`",
                   grade->order->out, path);
  enum wb_status status = wb_run_folder_open(&grade->from, path, false, err);
  if (status == WB_OK) status = wb_run_records_open(&grade->from_records, &grade->from, false, err);
  if (status == WB_OK) status = wb_run_records_fact(grade->from_records, "again", &again, err);
  if (status == WB_OK && again != NULL)
    status =
        wb_fail(err, WB_ERR_USAGE,
                "%s is a regrade, and some of its results may be older than the course that it "
                "was made with; name the run that it is of",
                path);
  if (status == WB_OK) status = wb_run_folder_choose(&grade->from, 1, err);
  free(again);
  return status;
}

enum wb_status wb_regrade_check_reused(const struct wb_grade *grade,
                                       const struct wb_run_about *about, struct wb_error *err) {
  const struct wb_run_about *had = &grade->from.about;
  const char *what = NULL;
  if (strcmp(had->course_name != NULL ? had->course_name : "",
             about->course_name != NULL ? about->course_name : "") != 0)
    what = "course";
  else if (strcmp(had->tool, about->tool) != 0)
    what = "version of the workbench";
  else if (strcmp(had->secret, about->secret) != 0)
    what = "secret";
  else if (had->seed != about->seed)
    what = "`seed` of the assignment";
  else if (had->has_all_walls != about->has_all_walls)
    what = "--sandbox";
  return what == NULL ? WB_OK
                      : wb_fail(err, WB_ERR_USAGE,
                                "%s was judged with another %s, and so none of its results can be "
                                "reused; leave --reuse out",
                                grade->order->reuse, what);
}

/* Whether the puzzle is as it was when the run was judged. */
static bool is_unchanged(const struct wb_grade *grade, const char *slug) {
  const struct wb_run_puzzle *now = NULL, *had = NULL;
  return wb_run_about_find(&grade->run.about, slug, &now, NULL) == WB_OK &&
         wb_run_about_find(&grade->from.about, slug, &had, NULL) == WB_OK &&
         strcmp(now->slug, had->slug) == 0 && strcmp(now->digest, had->digest) == 0;
}

/* One that is not there, is damaged or could not be judged is judged. */
static enum wb_status reuse_result(struct wb_grade *grade, struct wb_run_judgement *planned,
                                   struct wb_error *err) {
  struct wb_result result = {0};
  char *path = wb_run_judged_path(&grade->from, planned->puzzle, planned->sha256, planned->variant);
  const bool is_there =
      wb_is_regular_file(path) && wb_run_read_result(&grade->from, planned->puzzle, planned->sha256,
                                                     planned->variant, &result, NULL) == WB_OK;
  wb_result_release(&result);
  free(path);
  if (!is_there) return WB_OK;
  enum wb_status status = copy_result(grade, planned, err);
  planned->state = WB_JUDGEMENT_DONE;
  return status == WB_OK ? wb_run_records_note(grade->records, planned, err) : status;
}

static bool is_same_text(const char *one, const char *other) {
  return strcmp(one != NULL ? one : "", other != NULL ? other : "") == 0;
}

static bool are_same_puzzles(const struct wb_run_about *one, const struct wb_run_about *other) {
  bool are = is_same_text(one->assignment, other->assignment) && one->n_puzzles == other->n_puzzles;
  for (size_t i = 0; i < one->n_puzzles && are; i++)
    are = strcmp(one->puzzles[i].slug, other->puzzles[i].slug) == 0;
  return are;
}

static bool has_file(const struct wb_submission *submission, const struct wb_submitted_file *file) {
  bool has = false;
  for (size_t i = 0; i < submission->n_files && !has; i++)
    has = strcmp(submission->files[i].name, file->name) == 0 &&
          strcmp(submission->files[i].sha256, file->sha256) == 0;
  return has;
}

static bool has_files(const struct wb_submission *submission, const struct wb_submission *of) {
  bool has = true;
  for (size_t i = 0; i < of->n_files && has; i++) has = has_file(submission, &of->files[i]);
  return has;
}

/* Whatever they answer: a file is there once for each puzzle. */
static bool are_same_files(const struct wb_submission *one, const struct wb_submission *other) {
  return has_files(one, other) && has_files(other, one);
}

/* What persons have decided of a submission holds for the same one: same people, attempt, files. */
struct decisions {
  struct wb_grade *grade;
  struct wb_str left; /* pseudonyms of those of which it does not */
};

static enum wb_status take_decisions(const struct wb_run_submission *one, void *data,
                                     struct wb_error *err) {
  struct decisions *decisions = data;
  struct wb_grade *grade = decisions->grade;
  struct wb_run_overrides log = {0};
  struct wb_submission now = {0};
  enum wb_status status =
      wb_run_records_overrides(grade->from_records, one->pseudonym, one->attempt, &log, err);
  const bool is_decided = log.count > 0 || one->chosen == one->attempt;
  wb_run_overrides_release(&log);
  if (status != WB_OK || !is_decided) return status;
  const bool is_same = are_same_puzzles(&grade->from.about, &grade->run.about) &&
                       wb_run_records_submission(grade->records, one->pseudonym, one->attempt, &now,
                                                 NULL) == WB_OK &&
                       are_same_files(&one->about, &now);
  wb_submission_release(&now);
  if (!is_same) {
    wb_str_addf(&decisions->left, "%s%s", decisions->left.length > 0 ? ", " : "", one->pseudonym);
    return WB_OK;
  }
  status = wb_run_records_rematch(grade->records, one->pseudonym, one->attempt, &one->about, err);
  if (status == WB_OK) status = take_overrides(grade, one, err);
  if (status == WB_OK && one->chosen == one->attempt)
    status = wb_run_records_choose(grade->records, one->pseudonym, one->chosen, err);
  return status;
}

static enum wb_status take_all_decisions(struct wb_grade *grade, struct wb_error *err) {
  struct decisions decisions = {.grade = grade};
  wb_str_init(&decisions.left);
  enum wb_status status =
      wb_run_records_each(grade->from_records, NULL, false, take_decisions, &decisions, err);
  if (status == WB_OK)
    status = wb_run_records_plan_all(grade->records, &grade->run.about, false, err);
  if (status == WB_OK && decisions.left.length > 0)
    status = wb_run_records_set_fact(grade->records, "decisions_left", decisions.left.data, err);
  wb_str_release(&decisions.left);
  return status;
}

enum wb_status wb_regrade_decisions_left(struct wb_run_records *records, char **pseudonyms,
                                         struct wb_error *err) {
  return wb_run_records_fact(records, "decisions_left", pseudonyms, err);
}

enum wb_status wb_regrade_reuse(struct wb_grade *grade, struct wb_error *err) {
  struct wb_run_judgements planned = {0};
  enum wb_status status = take_all_decisions(grade, err);
  if (status == WB_OK)
    status = wb_run_records_list(grade->records, WB_JUDGEMENT_PLANNED, &planned, err);
  for (size_t i = 0; i < planned.count && status == WB_OK; i++)
    if (is_unchanged(grade, planned.items[i].puzzle))
      status = reuse_result(grade, &planned.items[i], err);
  wb_run_judgements_release(&planned);
  return status == WB_OK ? set_taken_over(grade->records, err) : status;
}
