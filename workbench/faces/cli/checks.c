#include "cli/checks.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/puzzle_texts.h"

enum { KERNEL_MAX = 4 * 1024 * 1024 };

static struct wb_course_check *add_check(struct wb_cli_checks *checks, const char *slug,
                                         const char *suffix, const char *file) {
  size_t before = checks->capacity;
  checks->items =
      wb_grow(checks->items, &checks->capacity, checks->count + 1, sizeof checks->items[0]);
  if (checks->capacity != before)
    checks->jobs = realloc(checks->jobs, checks->capacity * sizeof checks->jobs[0]);
  if (checks->jobs == NULL) wb_bug("out of memory");
  struct wb_course_check *check = &checks->items[checks->count];
  struct wb_judgement *job = &checks->jobs[checks->count++];
  memset(check, 0, sizeof *check);
  memset(job, 0, sizeof *job);
  check->name = suffix[0] != '\0' ? wb_format("%s %s", slug, suffix) : wb_strdup(slug);
  check->file = wb_strdup(file);
  job->options.puzzle = slug;
  job->options.file = check->file;
  job->label = check->name;
  return check;
}

/* A puzzle whose spec has a mistake is judged by nobody. */
static bool add_mistake(struct wb_cli_checks *checks, const struct wb_puzzle_summary *puzzle) {
  if (puzzle->error == NULL) return false;
  struct wb_course_check *check = add_check(checks, puzzle->slug, "", "");
  wb_fail(&check->error, WB_ERR_SPEC, "%s", puzzle->error);
  return true;
}

/* The puzzle at `i`, where it is one of those that are wanted and its spec is right. */
static const struct wb_puzzle_summary *judged_puzzle(struct wb_cli_checks *checks,
                                                     const struct wb_session *session, size_t i,
                                                     const struct wb_puzzle_summary *only) {
  const struct wb_puzzle_summary *puzzle = &session->catalog.items[i];
  if (only != NULL && puzzle != only) return NULL;
  return add_mistake(checks, puzzle) ? NULL : puzzle;
}

void wb_cli_checks_add_work(struct wb_cli_checks *checks, const struct wb_session *session,
                            const struct wb_puzzle_summary *only) {
  for (size_t i = 0; i < session->catalog.count; i++) {
    const struct wb_puzzle_summary *puzzle = judged_puzzle(checks, session, i, only);
    if (puzzle == NULL) continue;
    char *file = wb_course_work_file(&session->course, puzzle->slug);
    struct wb_course_check *check = add_check(checks, puzzle->slug, "", file);
    if (!wb_course_is_begun(&session->course, puzzle->slug)) check->absent = "not started";
    free(file);
  }
}

/* A file that every puzzle must have, where it is not there. */
static bool add_missing(struct wb_cli_checks *checks, const char *slug, const char *what,
                        const char *file) {
  if (wb_is_regular_file(file)) return false;
  struct wb_course_check *check = add_check(checks, slug, what, file);
  wb_fail(&check->error, WB_ERR_SPEC, "the puzzle has no %s: %s is missing", what, file);
  return true;
}

static void add_error(struct wb_cli_checks *checks, const char *slug, const char *what,
                      const char *file, const struct wb_error *err) {
  add_check(checks, slug, what, file)->error = *err;
}

static void add_lesson(struct wb_cli_checks *checks, const struct wb_session *session,
                       const char *slug) {
  struct wb_error err;
  char *file = wb_course_lesson(&session->course, slug);
  if (!add_missing(checks, slug, "lesson", file) && wb_cli_check_lesson(file, &err) != WB_OK)
    add_error(checks, slug, "lesson", file, &err);
  free(file);
}

static enum wb_status add_explanation(struct wb_cli_checks *checks,
                                      const struct wb_session *session, const char *slug,
                                      struct wb_error *err) {
  struct wb_names right;
  struct wb_error mistake;
  char *file = wb_course_explained(&session->course, slug);
  wb_names_init(&right);
  enum wb_status status = wb_course_right(&session->course, slug, &right, err);
  if (status == WB_OK && !add_missing(checks, slug, "explanation", file) &&
      wb_cli_check_explained(file, &right, &mistake) != WB_OK)
    add_error(checks, slug, "explanation", file, &mistake);
  wb_names_release(&right);
  free(file);
  return status;
}

/* It gets learners going: it compiles, has the kernel that the spec names, and
 * is no solution. */
static void add_starter(struct wb_cli_checks *checks, const struct wb_session *session,
                        const char *slug) {
  char *file = wb_course_starter(&session->course, slug);
  if (!add_missing(checks, slug, "starter", file))
    add_check(checks, slug, "starter", file)->is_starter = true;
  free(file);
}

/* What only a learner would miss. */
static enum wb_status add_learners_part(struct wb_cli_checks *checks,
                                        const struct wb_session *session, const char *slug,
                                        struct wb_error *err) {
  add_lesson(checks, session, slug);
  add_starter(checks, session, slug);
  return add_explanation(checks, session, slug, err);
}

static void add_wrong(struct wb_cli_checks *checks, const char *slug, const char *file) {
  struct wb_str source;
  char *suffix = wb_format("wrong/%s", wb_path_basename(file));
  struct wb_course_check *check = add_check(checks, slug, suffix, file);
  check->is_wrong = true;
  wb_str_init(&source);
  if (wb_file_read(file, KERNEL_MAX, &source, &check->error) == WB_OK)
    wb_expectation_read(file, source.data, &check->expected, &check->error);
  wb_str_release(&source);
  free(suffix);
}

static enum wb_status add_right(struct wb_cli_checks *checks, const struct wb_session *session,
                                const char *slug, struct wb_error *err) {
  struct wb_names right;
  char *solution = wb_course_solution(&session->course, slug);
  if (!add_missing(checks, slug, "solution", solution))
    add_check(checks, slug, wb_path_basename(solution), solution);
  wb_names_init(&right);
  enum wb_status status = wb_course_right(&session->course, slug, &right, err);
  for (size_t i = 0; i < right.count; i++) {
    char *suffix = wb_format("right/%s", wb_path_basename(right.items[i]));
    add_check(checks, slug, suffix, right.items[i]);
    free(suffix);
  }
  wb_names_release(&right);
  free(solution);
  return status;
}

static enum wb_status add_all_wrong(struct wb_cli_checks *checks, const struct wb_session *session,
                                    const char *slug, struct wb_error *err) {
  struct wb_names wrong;
  wb_names_init(&wrong);
  enum wb_status status = wb_course_wrong(&session->course, slug, &wrong, err);
  for (size_t i = 0; i < wrong.count; i++) add_wrong(checks, slug, wrong.items[i]);
  wb_names_release(&wrong);
  return status;
}

enum wb_status wb_cli_checks_add_solutions(struct wb_cli_checks *checks,
                                           const struct wb_session *session,
                                           const struct wb_puzzle_summary *only,
                                           struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < session->catalog.count && status == WB_OK; i++) {
    const struct wb_puzzle_summary *puzzle = judged_puzzle(checks, session, i, only);
    if (puzzle == NULL) continue;
    status = add_learners_part(checks, session, puzzle->slug, err);
    if (status == WB_OK) status = add_right(checks, session, puzzle->slug, err);
    if (status == WB_OK) status = add_all_wrong(checks, session, puzzle->slug, err);
  }
  return status;
}

void wb_cli_checks_release(struct wb_cli_checks *checks) {
  for (size_t i = 0; i < checks->count; i++) {
    wb_judgement_release(&checks->jobs[i]);
    free(checks->items[i].name);
    free(checks->items[i].file);
  }
  free(checks->items);
  free(checks->jobs);
}
