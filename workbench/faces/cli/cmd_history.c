#include <stdio.h>
#include <unistd.h>

#include "cli/print.h"
#include "cli/reply.h"
#include "cli/session.h"
#include "verbs/history.h"

struct history {
  const struct wb_invocation *invocation;
  struct wb_request request;
  struct wb_attempts attempts;
};

static enum wb_status find_version(const struct history *history, uint64_t number,
                                   const struct wb_attempt **attempt, struct wb_error *err) {
  return wb_versions_find(&history->request, &history->attempts, number, attempt, err);
}

static enum wb_status print_list(const struct history *history) {
  const struct wb_version_list versions = {history->request.slug, history->attempts};
  struct wb_document text = {0};
  if (wb_cli_wants_json(history->invocation)) {
    wb_cli_print_data(&wb_version_list_fields, &versions);
  } else {
    wb_version_list_write(&versions, &text);
    wb_cli_print(history->invocation, &text);
  }
  return WB_OK;
}

/* The bytes as they were judged, where they go to a file or a program. */
static enum wb_status print_version(const struct history *history, struct wb_error *err) {
  const struct wb_attempt *attempt = NULL;
  struct wb_document text = {0};
  enum wb_status status =
      find_version(history, wb_cli_number(history->invocation, "show", 0), &attempt, err);
  if (status != WB_OK) return status;
  if (isatty(STDOUT_FILENO)) {
    wb_source_render(
        wb_source_kind_of_file(wb_course_ending(history->request.course, history->request.slug)),
        attempt->source, attempt->source_length, &text);
    wb_cli_print(history->invocation, &text);
  } else {
    fwrite(attempt->source, 1, attempt->source_length, stdout);
  }
  return WB_OK;
}

static enum wb_status print_diff(const struct history *history, struct wb_error *err) {
  const struct wb_attempt *old = NULL, *new = NULL;
  struct wb_version_pair comparison = {0};
  uint64_t first = 0, second = 0;
  enum wb_status status =
      wb_versions_parse(wb_cli_value(history->invocation, "diff"), &first, &second, err);
  if (status == WB_OK) status = find_version(history, first, &old, err);
  if (status == WB_OK && second > 0) status = find_version(history, second, &new, err);
  if (status == WB_OK) status = wb_versions_compare(&history->request, old, new, &comparison, err);
  if (status == WB_OK) wb_cli_print_kernel_pair(history->invocation, &comparison);
  wb_version_pair_release(&comparison);
  return status;
}

/* Asks where it must, and again once it may. */
static enum wb_status restore_version(struct history *history, struct wb_reply *reply,
                                      struct wb_error *err) {
  const struct wb_attempt *attempt = NULL;
  struct wb_request *request = &history->request;
  enum wb_status status =
      find_version(history, wb_cli_number(history->invocation, "restore", 0), &attempt, err);
  if (status == WB_OK) status = wb_versions_restore(request, attempt, reply, err);
  if (status != WB_OK || reply->kind != WB_REPLY_QUESTION) return status;
  status = wb_cli_agree(reply, &request->sure, err);
  if (status != WB_OK || !request->sure) return status;
  wb_reply_release(reply);
  return wb_versions_restore(request, attempt, reply, err);
}

static enum wb_status carry_out(struct history *history, int *code, struct wb_error *err) {
  const struct wb_invocation *invocation = history->invocation;
  struct wb_reply reply = {0};
  enum wb_status status = WB_OK;
  if (wb_cli_value(invocation, "show") != NULL) {
    status = print_version(history, err);
  } else if (wb_cli_value(invocation, "diff") != NULL) {
    status = print_diff(history, err);
  } else if (wb_cli_value(invocation, "restore") != NULL) {
    status = restore_version(history, &reply, err);
    if (status == WB_OK) *code = wb_cli_print_reply(&reply);
  } else {
    status = print_list(history);
  }
  wb_reply_release(&reply);
  return status;
}

static enum wb_status check_options(const struct wb_invocation *invocation, struct wb_error *err) {
  static const char *const actions[] = {"show", "diff", "restore"};
  int given = wb_cli_wants_json(invocation);
  for (size_t i = 0; i < 3; i++) given += wb_cli_value(invocation, actions[i]) != NULL;
  if (given <= 1) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "--show, --diff, --restore and --json cannot be combined");
}

int wb_shell_history(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct history history = {.invocation = invocation};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = check_options(invocation, &err);
  if (status == WB_OK) status = wb_cli_session_start_one(&session, invocation, &puzzle, &err);
  if (status == WB_OK) status = wb_versions_load(&session, puzzle->slug, &history.attempts, &err);
  if (status == WB_OK) {
    history.request =
        wb_session_request(&session, WB_FACE_SHELL, puzzle, wb_cli_flag(invocation, "yes"));
    status = carry_out(&history, &code, &err);
  }
  if (status != WB_OK) code = wb_cli_fail(invocation, &err);
  wb_attempts_release(&history.attempts);
  wb_session_close(&session);
  return code;
}
