#include "verbs/overview.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "fields/json_tools.h"

enum { LESSON_MAX = 1024 * 1024 };

static bool is_whole(const void *of) { return ((const struct wb_overview *)of)->whole; }

static bool has_groups(const void *of) {
  return is_whole(of) && ((const struct wb_overview *)of)->about.n_groups > 0;
}

static bool has_steps(const void *of) {
  return ((const struct wb_overview *)of)->about.n_steps > 0;
}

json_t *wb_overview_steps_to_json(const struct wb_overview *overview) {
  return wb_json_count(wb_steps_so_far(&overview->about, &overview->progress));
}

static json_t *steps_done_to_json(const void *of) { return wb_overview_steps_to_json(of); }

#define WB_OF struct wb_overview_assignment
static const struct wb_field assignment_rows[] = {
    {"name", WB_VALUE(name)},
    {"points", WB_VALUE(points)},
    {"opens", WB_VALUE(opens), .or_null = true},
    {"due", WB_VALUE(due), .or_null = true},
};
static const struct wb_fields assignment_fields = {WB_ROWS(assignment_rows)};
#undef WB_OF

#define WB_OF struct wb_overview
static const struct wb_field rows[] = {
    {"puzzle", WB_VALUE(about.slug)},
    {"number", WB_VALUE(about.number)},
    {"title", WB_VALUE(about.title)},
    {"concept", WB_VALUE(about.concept)},
#define WB_SPEC_TEXT_IF(name) {#name, WB_VALUE(about.name), .or_null = true},
#include "result/summary_fields.inc"
    {"state", WB_VALUE(state)},
    {"solved", WB_VALUE(progress.solved)},
    {"attempts", WB_VALUE(progress.attempts)},
    {"last_verdict", WB_VALUE(progress.last), .words = &wb_verdicts, WB_GIVEN(progress.tried)},
    {"hints", WB_VALUE(about.n_hints)},
    {"hints_shown", WB_VALUE(progress.hints_shown)},
#define WB_SPEC_TEXTS_COUNTED(name)
#define WB_SPEC_TEXTS(name) {#name, WB_LIST(about.name, about.n_##name, SIZE_MAX)},
#include "result/summary_fields.inc"
    {"assignments", WB_LIST(assignments, n_assignments, SIZE_MAX), .fields = &assignment_fields},
    {"steps_done", .write = steps_done_to_json, .said = has_steps},
    {"file", WB_VALUE(file)},
    {"error", WB_VALUE(about.error), .or_null = true},
    {"kernel", WB_VALUE(about.entry), .said = is_whole},
    {"parameters", WB_LIST(about.parameters, about.n_parameters, SIZE_MAX), .said = is_whole},
    {"budgets", WB_LIST(about.budgets, about.n_budgets, SIZE_MAX), .said = is_whole},
    {"groups", WB_LIST(about.groups, about.n_groups, SIZE_MAX), .said = has_groups},
    {"cases", WB_LIST(about.cases, about.n_cases, SIZE_MAX), .said = is_whole},
    {"chapter_page", WB_VALUE(chapter_page), .or_null = true, .said = is_whole},
    {"lesson", WB_VALUE(lesson), .or_null = true, .said = is_whole},
};
const struct wb_fields wb_overview_fields = {WB_ROWS(rows)};
#undef WB_OF

static char *read_lesson(const struct wb_course *course, const char *slug) {
  char *path = wb_course_lesson(course, slug);
  struct wb_str text;
  wb_str_init(&text);
  const bool read = wb_file_read(path, LESSON_MAX, &text, NULL) == WB_OK;
  char *lesson = wb_str_detach(&text);
  free(path);
  if (read) return lesson;
  free(lesson);
  return NULL;
}

static void add_assignments(const struct wb_course_summary *course, struct wb_overview *overview) {
  overview->assignments = wb_alloc(course->n_assignments * sizeof *overview->assignments);
  for (size_t i = 0; i < course->n_assignments; i++) {
    const struct wb_assignment *one = &course->assignments[i];
    const struct wb_assignment_puzzle *worth = wb_assignment_puzzle(one, overview->about.slug);
    if (worth == NULL) continue;
    overview->assignments[overview->n_assignments++] = (struct wb_overview_assignment){
        .name = one->name, .opens = one->opens_text, .due = one->due_text, .points = worth->points};
  }
}

struct wb_overview wb_overview_of(const struct wb_session *session,
                                  const struct wb_puzzle_summary *puzzle, bool whole) {
  struct wb_overview overview = {
      .about = *puzzle,
      .progress = wb_session_progress(session, puzzle->slug),
      .state = wb_session_state(session, puzzle->slug),
      .file = wb_course_work_file(&session->course, puzzle->slug),
      .whole = whole,
      .lesson = whole ? read_lesson(&session->course, puzzle->slug) : NULL,
      .chapter_page = whole ? wb_session_chapter(&session->course, puzzle) : NULL,
  };
  add_assignments(&session->catalog.course, &overview);
  return overview;
}

void wb_overview_release(struct wb_overview *overview) {
  free(overview->file);
  free(overview->lesson);
  free(overview->chapter_page);
  free(overview->assignments);
  memset(overview, 0, sizeof *overview);
}

struct wb_overviews wb_overviews_of(const struct wb_session *session,
                                    const struct wb_assignment *assignment) {
  const struct wb_catalog *catalog = &session->catalog;
  struct wb_overviews overviews = {.items = wb_alloc(catalog->count * sizeof *overviews.items)};
  for (size_t i = 0; i < catalog->count; i++)
    if (assignment == NULL || wb_assignment_puzzle(assignment, catalog->items[i].slug) != NULL)
      overviews.items[overviews.count++] = wb_overview_of(session, &catalog->items[i], false);
  return overviews;
}

void wb_overviews_release(struct wb_overviews *overviews) {
  for (size_t i = 0; i < overviews->count; i++) wb_overview_release(&overviews->items[i]);
  free(overviews->items);
  memset(overviews, 0, sizeof *overviews);
}
