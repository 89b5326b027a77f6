#include <stdlib.h>
#include <string.h>

#include "cli/print.h"
#include "cli/run_one.h"
#include "cli/session.h"
#include "verbs/overview.h"

enum { LESSON_COLUMNS = 100 };

static void put_list(struct wb_document *text, const char *title, char *const *items,
                     size_t count) {
  if (count == 0) return;
  wb_document_add_line(text);
  wb_put_line(text, WB_STYLE_HEADING, "%s", title);
  for (size_t i = 0; i < count; i++)
    wb_put_line(text, WB_STYLE_PLAIN, "  %zu  %s", i + 1, items[i]);
}

static void put_head(const struct wb_overview *overview, struct wb_document *text) {
  const struct wb_puzzle_summary *puzzle = &overview->about;
  const struct wb_progress *progress = &overview->progress;
  wb_put_line(text, WB_STYLE_HEADING, "%u  %s", puzzle->number, puzzle->title);
  wb_put_line(text, WB_STYLE_EMPHASIS, "%s", puzzle->concept);
  wb_document_add_line(text);
  wb_put_line(text, WB_STYLE_DIM, "state   ");
  wb_put(text, WB_STYLE_PLAIN, "%s", overview->state);
  if (progress->tried)
    wb_put(text, WB_STYLE_PLAIN, ", %llu attempt%s, last %s",
           (unsigned long long)progress->attempts, progress->attempts == 1 ? "" : "s",
           wb_verdict_name(progress->last));
  wb_put_line(text, WB_STYLE_DIM, "file    ");
  wb_put(text, WB_STYLE_PLAIN, "%s%s", wb_short_path(overview->file),
         wb_file_exists(overview->file) ? "" : "  (made when you begin)");
  wb_put_line(text, WB_STYLE_DIM, "hints   ");
  wb_put(text, WB_STYLE_PLAIN, "%u of %zu shown", progress->hints_shown, puzzle->n_hints);
}

static void put_lesson(const char *lesson, unsigned width, struct wb_document *text) {
  if (lesson == NULL) return;
  wb_document_add_line(text);
  wb_markdown_render(lesson, strlen(lesson), width < LESSON_COLUMNS ? width : LESSON_COLUMNS, text);
}

static void print_text(const struct wb_invocation *invocation, const struct wb_session *session,
                       const struct wb_overview *overview) {
  const struct wb_puzzle_summary *puzzle = &overview->about;
  struct wb_document text = {0};
  put_head(overview, &text);
  put_lesson(overview->lesson, wb_cli_style(invocation).width, &text);
  wb_document_add_line(&text);
  wb_put_line(&text, WB_STYLE_HEADING, "Kernel %s", puzzle->entry);
  for (size_t i = 0; i < puzzle->n_parameters; i++)
    wb_put_line(&text, WB_STYLE_CODE, "  %s", puzzle->parameters[i]);
  put_list(&text, "Cases", puzzle->cases, puzzle->n_cases);
  wb_cli_print(invocation, &text);
  wb_cli_print_explanation(invocation, session, puzzle->slug, false);
}

int wb_shell_show(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  if (wb_cli_session_start(&session, invocation, &puzzle, &err) == WB_OK) {
    const bool json = wb_cli_wants_json(invocation);
    if (json)
      wb_session_visit(&session, puzzle->slug); /* a program reads, and opens nothing */
    else
      wb_cli_open_for_reader(&session, puzzle->slug);
    struct wb_overview overview = wb_overview_of(&session, puzzle, true);
    if (json)
      wb_cli_print_data(&wb_overview_fields, &overview);
    else
      print_text(invocation, &session, &overview);
    wb_overview_release(&overview);
  } else {
    code = wb_cli_fail(invocation, &err);
  }
  wb_session_close(&session);
  return code;
}
