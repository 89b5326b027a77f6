#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "authoring/author_view.h"
#include "cli/print.h"
#include "cli/run_one.h"
#include "cli/session.h"
#include "report/puzzle_data.h"
#include "text/wrap.h"
#include "verbs/origin.h"
#include "verbs/overview.h"

static void put_list(struct wb_document *text, unsigned width, const char *title,
                     char *const *items, size_t count) {
  char sign[32];
  if (count == 0) return;
  wb_document_add_line(text);
  wb_put_line(text, WB_STYLE_HEADING, "%s", title);
  for (size_t i = 0; i < count; i++) {
    snprintf(sign, sizeof sign, "  %zu  ", i + 1);
    wb_wrap_item(text, width, sign, WB_STYLE_PLAIN, items[i]);
  }
}

/* Where a chapter begins, its page is pointed out. */
static void put_chapter(const struct wb_session *session, const struct wb_puzzle_summary *puzzle,
                        unsigned width, struct wb_document *text) {
  const size_t index = (size_t)(puzzle - session->catalog.items);
  if (puzzle->chapter == NULL) return;
  wb_wrap_item(text, width, "chapter ", WB_STYLE_PLAIN, puzzle->chapter);
  if (wb_session_new_chapter(session, index) != NULL)
    wb_put_line(text, WB_STYLE_DIM, "        workbench show %s --chapter introduces it",
                puzzle->slug);
}

static void put_state(const struct wb_overview *overview, unsigned width,
                      struct wb_document *text) {
  const struct wb_progress *progress = &overview->progress;
  struct wb_str words, steps;
  wb_str_init(&words);
  wb_str_add(&words, overview->state);
  if (progress->tried)
    wb_str_addf(&words, ", %llu attempt%s, last %s", (unsigned long long)progress->attempts,
                progress->attempts == 1 ? "" : "s", wb_verdict_name(progress->last));
  wb_str_init(&steps);
  if (wb_steps_so_far_words(&overview->about, progress, &steps))
    wb_str_addf(&words, ", %s", steps.data);
  wb_str_release(&steps);
  wb_wrap_item(text, width, "state   ", WB_STYLE_PLAIN, words.data);
  wb_str_release(&words);
}

static void put_head(const struct wb_session *session, const struct wb_puzzle_summary *puzzle,
                     const struct wb_overview *overview, enum wb_language origin, unsigned width,
                     struct wb_document *text) {
  struct wb_str numbers;
  char *hints = wb_format("%u of %zu shown", overview->progress.hints_shown, puzzle->n_hints);
  wb_put_line(text, WB_STYLE_HEADING, "%u  %s", puzzle->number, puzzle->title);
  wb_wrap_item(text, width, "", WB_STYLE_EMPHASIS, puzzle->concept);
  wb_document_add_line(text);
  put_chapter(session, puzzle, width, text);
  wb_str_init(&numbers);
  wb_origin_numbers(origin, puzzle, &numbers);
  if (numbers.length > 0) wb_wrap_item(text, width, "as      ", WB_STYLE_PLAIN, numbers.data);
  wb_str_release(&numbers);
  put_state(overview, width, text);
  wb_put_line(text, WB_STYLE_DIM, "file    "); /* whole: it is copied */
  wb_put(text, WB_STYLE_PLAIN, "%s%s", wb_short_path(overview->file),
         wb_file_exists(overview->file) ? "" : "  (made when you begin)");
  wb_wrap_item(text, width, "hints   ", WB_STYLE_PLAIN, hints);
  free(hints);
}

/* Of Markdown; NULL: there is none. */
static void put_page(const char *page, unsigned width, struct wb_document *text) {
  if (page == NULL) return;
  wb_document_add_line(text);
  wb_markdown_render(page, strlen(page), width, text);
}

static void print_text(const struct wb_invocation *invocation, const struct wb_session *session,
                       const struct wb_puzzle_summary *puzzle, struct wb_overview *overview) {
  const unsigned width = wb_cli_page_width(invocation);
  const enum wb_language origin =
      wb_origin_choose(session->store, wb_cli_value(invocation, "from"));
  struct wb_document text = {0};
  char *files = wb_session_files(&session->course, puzzle);
  overview->lesson = wb_origin_lesson(origin, &session->course, overview->lesson);
  put_head(session, puzzle, overview, origin, width, &text);
  put_page(overview->lesson, width, &text);
  wb_document_add_line(&text);
  wb_answer_write(puzzle, width, &text);
  put_page(files, width, &text);
  put_list(&text, width, "Steps", puzzle->steps, puzzle->n_steps);
  put_list(&text, width, "Points", puzzle->groups, puzzle->n_groups);
  put_list(&text, width, "Cases", puzzle->cases, puzzle->n_cases);
  wb_cli_print(invocation, &text);
  wb_cli_print_explanation(invocation, session, puzzle->slug, false);
  free(files);
}

static enum wb_status print_chapter(const struct wb_invocation *invocation,
                                    const struct wb_session *session,
                                    const struct wb_puzzle_summary *puzzle, struct wb_error *err) {
  struct wb_document text = {0};
  if (puzzle->chapter == NULL)
    return wb_fail(err, WB_ERR_USAGE, "%s belongs to no chapter", puzzle->slug);
  char *page = wb_session_chapter(&session->course, puzzle);
  if (page == NULL)
    return wb_fail(err, WB_ERR_USAGE, "the chapter \"%s\" has no page", puzzle->chapter);
  wb_markdown_render(page, strlen(page), wb_cli_page_width(invocation), &text);
  wb_cli_print(invocation, &text);
  free(page);
  return WB_OK;
}

static void print_puzzle(const struct wb_invocation *invocation, struct wb_session *session,
                         const struct wb_puzzle_summary *puzzle) {
  const bool json = wb_cli_wants_json(invocation);
  if (json)
    wb_session_visit(session, puzzle->slug); /* a program reads, and opens nothing */
  else
    wb_cli_open_for_reader(session, puzzle->slug);
  struct wb_overview overview = wb_overview_of(session, puzzle, true);
  if (json)
    wb_cli_print_data(&wb_overview_fields, &overview);
  else
    print_text(invocation, session, puzzle, &overview);
  wb_overview_release(&overview);
}

/* Nothing is opened, and nothing is remembered: an author looks. */
static enum wb_status print_for_author(const struct wb_invocation *invocation,
                                       const struct wb_session *session,
                                       const struct wb_puzzle_summary *puzzle,
                                       struct wb_error *err) {
  const struct wb_data_options options = {
      .course = session->course.root, .puzzle = puzzle->slug, .author = true};
  struct wb_data_task task = {0};
  struct wb_document text = {0};
  enum wb_status status = wb_data_task_start(&task, &options, err);
  if (status == WB_OK) status = wb_cli_wait_for_data(&task, err);
  if (status == WB_OK) {
    struct wb_author_view view = wb_author_view_of(&session->course, puzzle, task.data);
    if (wb_cli_wants_json(invocation)) {
      wb_cli_print_data(&wb_author_view_fields, &view);
    } else {
      wb_author_view_write(&view, wb_cli_page_width(invocation), &text);
      wb_cli_print(invocation, &text);
    }
    wb_author_view_release(&view);
  }
  wb_data_task_cancel(&task);
  return status;
}

int wb_shell_show(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  enum wb_status status = wb_cli_session_start(&session, invocation, &puzzle, &err);
  if (status == WB_OK && wb_cli_flag(invocation, "chapter") && !wb_cli_wants_json(invocation))
    status = print_chapter(invocation, &session, puzzle, &err);
  else if (status == WB_OK && wb_cli_flag(invocation, "author"))
    status = print_for_author(invocation, &session, puzzle, &err);
  else if (status == WB_OK)
    print_puzzle(invocation, &session, puzzle);
  wb_session_close(&session);
  return status == WB_OK ? WB_EXIT_OK : wb_cli_fail(invocation, &err);
}
