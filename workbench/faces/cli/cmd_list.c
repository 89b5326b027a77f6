#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "cli/session.h"
#include "report/list.h"
#include "text/columns.h"
#include "verbs/assignments.h"
#include "verbs/origin.h"
#include "verbs/overview.h"

static const struct {
  const char *state, *mark;
  enum wb_style style;
} marks[] = {
    {"solved", "✓", WB_STYLE_GOOD},
    {"tried", "…", WB_STYLE_WARNING},
    {"started", "·", WB_STYLE_PLAIN},
    {"new", " ", WB_STYLE_DIM},
};

/* What the list is printed by. */
struct columns {
  enum wb_language origin;
  int slug, numbers; /* columns of characters; 0: there are no numbers */
};

/* The puzzle's numbers in the set that the learner knows; the caller frees. */
static char *numbers_of(enum wb_language origin, const struct wb_puzzle_summary *puzzle) {
  struct wb_str numbers;
  wb_str_init(&numbers);
  wb_origin_numbers(origin, puzzle, &numbers);
  return wb_str_detach(&numbers);
}

/* "First steps  ■■■·  3/4" */
static void put_chapter(const struct wb_session *session, const struct wb_chapter *chapter,
                        int width, struct wb_document *text) {
  const size_t total = chapter->end - chapter->first;
  const size_t cells = total < WB_CHAPTER_BAR_MAX ? total : WB_CHAPTER_BAR_MAX;
  const size_t solved = wb_session_solved(session, chapter->first, chapter->end);
  if (chapter->first > 0) wb_document_add_line(text);
  const char *title = wb_chapter_title(chapter);
  wb_put_line(text, WB_STYLE_STRONG, "%s", title);
  wb_put(text, WB_STYLE_PLAIN, "%*s", width - (int)wb_text_width(title) + 2, "");
  for (size_t i = 0; i < cells; i++) {
    const bool full = i < wb_chapter_bar(solved, total);
    wb_put(text, full ? WB_STYLE_GOOD : WB_STYLE_DIM, full ? "■" : "·");
  }
  wb_put(text, WB_STYLE_PLAIN, "  %zu/%zu", solved, total);
}

/* ", 2 of 3 steps" */
static void put_steps(const struct wb_session *session, const struct wb_puzzle_summary *puzzle,
                      struct wb_document *text) {
  const struct wb_progress progress = wb_session_progress(session, puzzle->slug);
  struct wb_str words;
  wb_str_init(&words);
  if (wb_steps_so_far_words(puzzle, &progress, &words))
    wb_put(text, WB_STYLE_DIM, ", %s", words.data);
  wb_str_release(&words);
}

static void put_puzzle(const struct wb_session *session, const struct wb_puzzle_summary *puzzle,
                       const struct columns *columns, struct wb_document *text) {
  const char *state = wb_session_state(session, puzzle->slug);
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
    if (strcmp(marks[i].state, state) == 0)
      wb_put(text, marks[i].style, "%s %-7s ", marks[i].mark, state);
  wb_put(text, WB_STYLE_STRONG, "%-*s", columns->slug, puzzle->slug);
  if (columns->numbers > 0) {
    char *numbers = numbers_of(columns->origin, puzzle);
    wb_put(text, WB_STYLE_PLAIN, "  %-*s", columns->numbers, numbers);
    free(numbers);
  }
  if (puzzle->error != NULL)
    wb_put(text, WB_STYLE_BAD, "  %s", puzzle->error);
  else
    wb_put(text, WB_STYLE_PLAIN, "  %s", puzzle->title);
  put_steps(session, puzzle, text);
}

static int wider_column(int width, const char *text) {
  const int columns = (int)wb_text_width(text);
  return columns > width ? columns : width;
}

static struct columns measure_columns(const struct wb_session *session, enum wb_language origin) {
  struct columns columns = {.origin = origin};
  for (size_t i = 0; i < session->catalog.count; i++) {
    char *numbers = numbers_of(origin, &session->catalog.items[i]);
    columns.slug = wider_column(columns.slug, session->catalog.items[i].slug);
    columns.numbers = wider_column(columns.numbers, numbers);
    free(numbers);
  }
  return columns;
}

static void put_chapters(const struct wb_session *session, const struct wb_puzzle_list *list,
                         enum wb_language origin, struct wb_document *text) {
  const bool headed = wb_chapters_are_used(list);
  const struct columns columns = measure_columns(session, origin);
  struct wb_chapter chapter = {0};
  int title_width = 0;
  while (wb_chapter_next(list, &chapter))
    title_width = wider_column(title_width, wb_chapter_title(&chapter));
  chapter = (struct wb_chapter){0};
  while (wb_chapter_next(list, &chapter)) {
    if (headed) put_chapter(session, &chapter, title_width, text);
    for (size_t i = chapter.first; i < chapter.end; i++) {
      wb_put_line(text, WB_STYLE_PLAIN, headed ? "  " : "");
      put_puzzle(session, &session->catalog.items[i], &columns, text);
    }
  }
  if (headed) wb_document_add_line(text);
}

/* Its puzzles with their points, whatever their chapters. */
static void put_assignment(const struct wb_session *session, const struct wb_assignment *assignment,
                           enum wb_language origin, struct wb_document *text) {
  const struct columns columns = measure_columns(session, origin);
  wb_assignment_put(session, assignment, text);
  for (size_t i = 0; i < session->catalog.count; i++) {
    const struct wb_puzzle_summary *puzzle = &session->catalog.items[i];
    const struct wb_assignment_puzzle *worth = wb_assignment_puzzle(assignment, puzzle->slug);
    struct wb_str points;
    if (worth == NULL) continue;
    wb_str_init(&points);
    wb_list_points(&points, worth->points);
    wb_document_add_line(text);
    put_puzzle(session, puzzle, &columns, text);
    wb_put(text, WB_STYLE_DIM, ", %s point%s", points.data, worth->points == 1 ? "" : "s");
    wb_str_release(&points);
  }
}

static void put_assignments(const struct wb_session *session, struct wb_document *text) {
  const struct wb_course_summary *course = &session->catalog.course;
  if (course->n_assignments > 0) wb_document_add_line(text);
  for (size_t i = 0; i < course->n_assignments; i++)
    wb_assignment_put(session, &course->assignments[i], text);
}

static void print_assignment(const struct wb_invocation *invocation,
                             const struct wb_session *session,
                             const struct wb_assignment *assignment) {
  struct wb_document text = {0};
  put_assignment(session, assignment,
                 wb_origin_choose(session->store, wb_cli_value(invocation, "from")), &text);
  wb_cli_print(invocation, &text);
}

static void print_text(const struct wb_invocation *invocation, const struct wb_session *session) {
  const struct wb_puzzle_list list = wb_catalog_list(&session->catalog);
  struct wb_document text = {0};
  put_chapters(session, &list, wb_origin_choose(session->store, wb_cli_value(invocation, "from")),
               &text);
  const size_t solved = wb_session_solved(session, 0, list.count);
  if (list.count == 0)
    wb_put_line(&text, WB_STYLE_PLAIN,
                "This course has no puzzles; `workbench new NAME` makes one.");
  else
    wb_put_line(&text, WB_STYLE_DIM, "%zu of %zu solved", solved, list.count);
  put_assignments(session, &text);
  if (solved == list.count && list.count > 0) wb_cli_put_ways_on(&text);
  wb_cli_print(invocation, &text);
}

static void print_json(const struct wb_session *session, const struct wb_assignment *assignment) {
  struct wb_overviews overviews = wb_overviews_of(session, assignment);
  wb_cli_print_data_list(&wb_overview_fields, overviews.items, overviews.count);
  wb_overviews_release(&overviews);
}

static bool has_mistakes(const struct wb_catalog *catalog) {
  for (size_t i = 0; i < catalog->count; i++)
    if (catalog->items[i].error != NULL) return true;
  return false;
}

int wb_shell_list(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const char *wanted = wb_cli_value(invocation, "assignment");
  const struct wb_assignment *assignment = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_cli_session_open(&session, invocation, &err);
  if (status == WB_OK && wanted != NULL)
    status = wb_assignment_choose(&session.catalog.course, wanted, &assignment, &err);
  if (status != WB_OK) {
    code = wb_cli_fail(invocation, &err);
  } else {
    if (wb_cli_wants_json(invocation))
      print_json(&session, assignment);
    else if (assignment != NULL)
      print_assignment(invocation, &session, assignment);
    else
      print_text(invocation, &session);
    if (has_mistakes(&session.catalog)) code = WB_EXIT_COURSE;
  }
  wb_session_close(&session);
  return code;
}
