#include <unistd.h>

#include "cli/print.h"
#include "cli/reply.h"
#include "cli/session.h"
#include "verbs/versions.h"

static void print_solution(const struct wb_invocation *invocation, const struct wb_session *session,
                           const char *slug, const struct wb_version_text *kernel) {
  struct wb_document text = {0};
  wb_source_render(wb_source_kind_of_file(kernel->path), kernel->text, kernel->length, &text);
  wb_cli_print(invocation, &text);
  /* A file or a program gets the kernel alone. */
  if (isatty(STDOUT_FILENO)) wb_cli_print_explanation(invocation, session, slug, true);
}

int wb_shell_solution(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_version_text kernel = {0};
  struct wb_reply reply = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_cli_session_start(&session, invocation, &puzzle, &err);
  if (status == WB_OK) {
    const struct wb_request request =
        wb_session_request(&session, WB_FACE_SHELL, puzzle, wb_cli_flag(invocation, "spoil"));
    status = wb_versions_read_solution(&request, &kernel, &reply, &err);
  }
  if (status != WB_OK)
    code = wb_cli_fail(invocation, &err);
  else if (reply.kind == WB_REPLY_QUESTION)
    code = wb_cli_refuse_solution("solution", puzzle);
  else
    print_solution(invocation, &session, puzzle->slug, &kernel);
  wb_version_text_release(&kernel);
  wb_reply_release(&reply);
  wb_session_close(&session);
  return code;
}
