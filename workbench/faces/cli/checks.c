#include "cli/checks.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "session/work.h"

static struct wb_course_check *add_check(struct wb_cli_checks *checks, const char *slug,
                                         const char *file) {
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
  check->name = wb_strdup(slug);
  check->file = wb_strdup(file);
  job->options.puzzle = slug;
  job->options.file = check->file;
  job->label = check->name;
  return check;
}

/* A puzzle whose spec has a mistake is judged by nobody. */
static bool add_mistake(struct wb_cli_checks *checks, const struct wb_puzzle_summary *puzzle) {
  if (puzzle->error == NULL) return false;
  struct wb_course_check *check = add_check(checks, puzzle->slug, "");
  wb_fail(&check->error, WB_ERR_SPEC, "%s", puzzle->error);
  return true;
}

static void add_work(struct wb_cli_checks *checks, const struct wb_session *session,
                     const struct wb_puzzle_summary *puzzle) {
  char *file = wb_course_work_file(&session->course, puzzle->slug);
  struct wb_course_check *check = add_check(checks, puzzle->slug, file);
  check->absent = wb_work_unreadable(&session->course, puzzle->slug);
  if (check->absent == NULL && !wb_course_is_begun(&session->course, puzzle->slug))
    check->absent = wb_strdup("not started");
  free(file);
}

void wb_cli_checks_add_work(struct wb_cli_checks *checks, const struct wb_session *session,
                            const struct wb_puzzle_summary *only,
                            const struct wb_assignment *assignment) {
  for (size_t i = 0; i < session->catalog.count; i++) {
    const struct wb_puzzle_summary *puzzle = &session->catalog.items[i];
    const struct wb_assignment_puzzle *worth =
        assignment != NULL ? wb_assignment_puzzle(assignment, puzzle->slug) : NULL;
    if ((only != NULL && puzzle != only) || (assignment != NULL && worth == NULL)) continue;
    if (!add_mistake(checks, puzzle)) add_work(checks, session, puzzle);
    checks->items[checks->count - 1].worth = worth;
  }
}

void wb_cli_checks_release(struct wb_cli_checks *checks) {
  for (size_t i = 0; i < checks->count; i++) {
    wb_judgement_release(&checks->jobs[i]);
    free(checks->items[i].name);
    free(checks->items[i].file);
    free(checks->items[i].absent);
  }
  free(checks->items);
  free(checks->jobs);
}
