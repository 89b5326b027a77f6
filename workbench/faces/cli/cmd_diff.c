#include "cli/reply.h"
#include "cli/session.h"

static enum wb_status compare_kernels(const struct wb_invocation *invocation,
                                      const struct wb_request *request,
                                      struct wb_version_pair *comparison, struct wb_reply *reply,
                                      struct wb_error *err) {
  if (wb_cli_flag(invocation, "solution"))
    return wb_versions_compare_with_solution(request, WB_LANGUAGE_OPENCL, comparison, reply, err);
  return wb_versions_compare_with_starter(request, comparison, err);
}

int wb_shell_diff(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_version_pair comparison = {0};
  struct wb_reply reply = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_cli_session_start_one(&session, invocation, &puzzle, &err);
  if (status == WB_OK) {
    const struct wb_request request =
        wb_session_request(&session, WB_FACE_SHELL, puzzle, wb_cli_flag(invocation, "spoil"));
    status = compare_kernels(invocation, &request, &comparison, &reply, &err);
  }
  if (status != WB_OK)
    code = wb_cli_fail(invocation, &err);
  else if (reply.kind == WB_REPLY_QUESTION)
    code = wb_cli_refuse_solution("diff", puzzle);
  else
    wb_cli_print_kernel_pair(invocation, &comparison);
  wb_version_pair_release(&comparison);
  wb_reply_release(&reply);
  wb_session_close(&session);
  return code;
}
