#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/run_one.h"
#include "cli/print.h"
#include "cli/session.h"

enum { LESSON_MAX = 1024 * 1024, LESSON_COLUMNS = 100 };

static void put_list(struct wb_document *text, const char *title, char *const *items,
                     size_t count) {
  if (count == 0) return;
  wb_document_add_line(text);
  wb_put_line(text, WB_STYLE_HEADING, "%s", title);
  for (size_t i = 0; i < count; i++)
    wb_put_line(text, WB_STYLE_PLAIN, "  %zu  %s", i + 1, items[i]);
}

static void put_head(const struct wb_session *session, const struct wb_puzzle_summary *puzzle,
                     struct wb_document *text) {
  char *file = wb_course_work_file(&session->course, puzzle->slug);
  struct wb_progress progress = wb_session_progress(session, puzzle->slug);
  wb_put_line(text, WB_STYLE_HEADING, "%u  %s", puzzle->number, puzzle->title);
  wb_put_line(text, WB_STYLE_EMPHASIS, "%s", puzzle->concept);
  wb_document_add_line(text);
  wb_put_line(text, WB_STYLE_DIM, "state   ");
  wb_put(text, WB_STYLE_PLAIN, "%s", wb_session_state(session, puzzle->slug));
  if (progress.tried)
    wb_put(text, WB_STYLE_PLAIN, ", %llu attempt%s, last %s", (unsigned long long)progress.attempts,
           progress.attempts == 1 ? "" : "s", wb_verdict_name(progress.last));
  wb_put_line(text, WB_STYLE_DIM, "file    ");
  wb_put(text, WB_STYLE_PLAIN, "%s%s", wb_short_path(file),
         wb_file_exists(file) ? "" : "  (made when you begin)");
  wb_put_line(text, WB_STYLE_DIM, "hints   ");
  wb_put(text, WB_STYLE_PLAIN, "%u of %zu shown", progress.hints_shown, puzzle->n_hints);
  free(file);
}

static void put_lesson(const struct wb_session *session, const char *slug, unsigned width,
                       struct wb_document *text) {
  struct wb_str markdown;
  char *path = wb_course_lesson(&session->course, slug);
  wb_str_init(&markdown);
  if (wb_file_read(path, LESSON_MAX, &markdown, NULL) == WB_OK) {
    wb_document_add_line(text);
    wb_markdown_render(markdown.data, markdown.length,
                       width < LESSON_COLUMNS ? width : LESSON_COLUMNS, text);
  }
  wb_str_release(&markdown);
  free(path);
}

static void print_text(const struct wb_invocation *invocation, const struct wb_session *session,
                       const struct wb_puzzle_summary *puzzle) {
  struct wb_document text = {0};
  put_head(session, puzzle, &text);
  put_lesson(session, puzzle->slug, wb_cli_style(invocation).width, &text);
  wb_document_add_line(&text);
  wb_put_line(&text, WB_STYLE_HEADING, "Kernel %s", puzzle->entry);
  for (size_t i = 0; i < puzzle->n_parameters; i++)
    wb_put_line(&text, WB_STYLE_CODE, "  %s", puzzle->parameters[i]);
  put_list(&text, "Cases", puzzle->cases, puzzle->n_cases);
  wb_print(invocation, &text);
  wb_print_explanation(invocation, session, puzzle->slug, false);
}

/* The object of `list`, and more. */
static void print_json(const struct wb_session *session, const struct wb_puzzle_summary *puzzle) {
  json_t *object = wb_puzzle_json(session, puzzle);
  struct wb_str lesson;
  char *path = wb_course_lesson(&session->course, puzzle->slug);
  wb_str_init(&lesson);
  const bool read = wb_file_read(path, LESSON_MAX, &lesson, NULL) == WB_OK;
  json_object_set_new(object, "kernel", wb_json_text_or_null(puzzle->entry));
  json_object_set_new(object, "parameters",
                      wb_json_strings(puzzle->parameters, puzzle->n_parameters));
  json_object_set_new(object, "cases", wb_json_strings(puzzle->cases, puzzle->n_cases));
  json_object_set_new(object, "lesson", wb_json_text_or_null(read ? lesson.data : NULL));
  wb_print_json(object);
  wb_str_release(&lesson);
  free(path);
}

int wb_shell_show(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  if (wb_session_start(&session, invocation, &puzzle, &err) == WB_OK) {
    if (wb_cli_wants_json(invocation)) {
      wb_session_visit(&session, puzzle->slug); /* a program reads, and opens nothing */
      print_json(&session, puzzle);
    } else {
      wb_open_for_reader(&session, puzzle->slug);
      print_text(invocation, &session, puzzle);
    }
  } else {
    code = wb_cli_fail(invocation, &err);
  }
  wb_session_close(&session);
  return code;
}
