#include <stdio.h>
#include <stdlib.h>

#include "cli/print.h"
#include "cli/session.h"
#include "session/mistake.h"
#include "verbs/hints.h"

static void print_hints(const struct wb_invocation *invocation, const struct wb_request *request,
                        const struct wb_hints *hints) {
  struct wb_document text = {0};
  char *notice = wb_hints_notice(request, hints);
  wb_hints_write(request, hints, wb_cli_page_width(invocation), &text);
  if (notice != NULL) wb_put_line(&text, WB_STYLE_DIM, "%s", notice);
  wb_cli_print(invocation, &text);
  free(notice);
}

int wb_shell_hint(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  if (wb_cli_session_start(&session, invocation, &puzzle, &err) == WB_OK) {
    const struct wb_request request = wb_session_request(&session, WB_FACE_SHELL, puzzle, false);
    const bool all = wb_cli_flag(invocation, "all");
    struct wb_hints hints = wb_hints_next(&request, all);
    char *mistake = wb_mistake_of_own(&session.course, puzzle->slug);
    const bool was_told = wb_hints_mistake_was_told(&session, puzzle->slug, mistake);
    wb_hints_add_mistake(&hints, mistake, all || was_told);
    const struct wb_hints_data data = wb_hints_data(&request, &hints);
    if (wb_cli_wants_json(invocation))
      wb_cli_print_data(&wb_hints_data_fields, &data);
    else
      print_hints(invocation, &request, &hints);
    wb_session_visit(&session, puzzle->slug);
    if (wb_hints_keep(&session, &request, &hints, &err) != WB_OK)
      fprintf(stderr, "workbench: progress is not kept: %s\n", err.message);
    free(mistake);
  } else {
    code = wb_cli_fail(invocation, &err);
  }
  wb_session_close(&session);
  return code;
}
