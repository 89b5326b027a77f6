#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/print.h"
#include "cli/session.h"

enum { SOLUTION_MAX = 1024 * 1024 };

static enum wb_status print_solution(const struct wb_invocation *invocation,
                                     const struct wb_session *session, const char *slug,
                                     struct wb_error *err) {
  struct wb_str source;
  struct wb_document text = {0};
  char *path = wb_course_solution(&session->course, slug);
  wb_str_init(&source);
  enum wb_status status = wb_file_read(path, SOLUTION_MAX, &source, err);
  if (status == WB_OK) {
    wb_source_render(source.data, source.length, &text);
    wb_print(invocation, &text);
  }
  wb_str_release(&source);
  free(path);
  return status;
}

int wb_shell_solution(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_session_start(&session, invocation, &puzzle, &err);
  if (status != WB_OK) goto out;
  if (wb_cli_flag(invocation, "spoil") || wb_session_progress(&session, puzzle->slug).solved) {
    status = print_solution(invocation, &session, puzzle->slug, &err);
    /* A file or a program gets the kernel alone. */
    if (status == WB_OK && isatty(STDOUT_FILENO))
      wb_print_explanation(invocation, &session, puzzle->slug, true);
  } else {
    fprintf(stderr,
            "workbench solution: %s is not solved yet. 'workbench hint %u' helps; --spoil shows "
            "the solution anyway.\n",
            puzzle->slug, puzzle->number);
    code = WB_EXIT_NOT_ACCEPTED;
  }
out:
  if (status != WB_OK) code = wb_cli_fail(invocation, &err);
  wb_session_close(&session);
  return code;
}
