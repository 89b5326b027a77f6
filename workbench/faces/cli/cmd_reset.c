#include "cli/reply.h"
#include "cli/session.h"
#include "verbs/versions.h"

/* Asks where it must, and again once it may. */
static enum wb_status reset_kernel(struct wb_request *request, struct wb_reply *reply,
                                   struct wb_error *err) {
  enum wb_status status = wb_versions_reset(request, reply, err);
  if (status != WB_OK || reply->kind != WB_REPLY_QUESTION) return status;
  status = wb_cli_agree(reply, &request->sure, err);
  if (status != WB_OK || !request->sure) return status;
  wb_reply_release(reply);
  return wb_versions_reset(request, reply, err);
}

int wb_shell_reset(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_reply reply = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_cli_session_start(&session, invocation, &puzzle, &err);
  if (status == WB_OK) {
    struct wb_request request =
        wb_session_request(&session, WB_FACE_SHELL, puzzle, wb_cli_flag(invocation, "yes"));
    status = reset_kernel(&request, &reply, &err);
  }
  code = status == WB_OK ? wb_cli_print_reply(&reply) : wb_cli_fail(invocation, &err);
  wb_reply_release(&reply);
  wb_session_close(&session);
  return code;
}
