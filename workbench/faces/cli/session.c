#include "cli/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/print.h"

static enum wb_status open_session(struct wb_session *session,
                                   const struct wb_invocation *invocation, const char *slug,
                                   struct wb_error *err) {
  char *notice = NULL;
  enum wb_status status =
      wb_session_begin(session, wb_cli_value(invocation, "course"), slug, &notice, err);
  if (notice != NULL) fprintf(stderr, "workbench: %s\n", notice);
  free(notice);
  return status;
}

enum wb_status wb_cli_session_open(struct wb_session *session,
                                   const struct wb_invocation *invocation, struct wb_error *err) {
  return open_session(session, invocation, NULL, err);
}

enum wb_status wb_cli_session_start(struct wb_session *session,
                                    const struct wb_invocation *invocation,
                                    const struct wb_puzzle_summary **puzzle, struct wb_error *err) {
  enum wb_status status = wb_cli_session_open(session, invocation, err);
  if (status == WB_OK) status = wb_session_choose(session, wb_cli_operand(invocation), puzzle, err);
  return status;
}

enum wb_status wb_cli_session_start_one(struct wb_session *session,
                                        const struct wb_invocation *invocation,
                                        const struct wb_puzzle_summary **puzzle,
                                        struct wb_error *err) {
  const char *wanted = wb_cli_operand(invocation);
  enum wb_status status = open_session(session, invocation, wanted, err);
  if (status == WB_OK) status = wb_session_choose(session, wanted, puzzle, err);
  return status;
}

enum wb_status wb_cli_session_start_run(struct wb_session *session,
                                        const struct wb_invocation *invocation,
                                        struct wb_judge_start *start, struct wb_error *err) {
  *start = (struct wb_judge_start){.course = wb_cli_value(invocation, "course"),
                                   .wanted = wb_cli_operand(invocation),
                                   .device = wb_cli_value(invocation, "device")};
  enum wb_status status = wb_session_begin_run(session, start, err);
  if (start->notice != NULL) fprintf(stderr, "workbench: %s\n", start->notice);
  free(start->notice);
  start->notice = NULL;
  return status;
}

void wb_cli_print_explanation(const struct wb_invocation *invocation,
                              const struct wb_session *session, const char *slug, bool given_up) {
  struct wb_document text = {0};
  const bool solved = wb_session_progress(session, slug).solved;
  char *markdown = wb_session_explanation(&session->course, slug, solved, given_up);
  if (markdown == NULL) return;
  wb_document_add_line(&text);
  wb_markdown_render(markdown, strlen(markdown), wb_cli_page_width(invocation), &text);
  wb_cli_print(invocation, &text);
  free(markdown);
}
