#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/difference.h"
#include "cli/history_list.h"
#include "cli/print.h"
#include "cli/session.h"

enum { KERNEL_MAX = 4 << 20 };

struct history {
  const struct wb_invocation *invocation;
  struct wb_session *session;
  const char *slug;
  struct wb_attempts attempts;
};

static enum wb_status find(const struct history *history, uint64_t number,
                           const struct wb_attempt **attempt, struct wb_error *err) {
  const size_t count = history->attempts.count;
  *attempt = wb_attempt_numbered(&history->attempts, number);
  if (*attempt != NULL) return WB_OK;
  if (count == 0)
    return wb_fail(err, WB_ERR_USAGE, "%s has no versions yet: 'workbench run %s' judges the first",
                   history->slug, history->slug);
  return wb_fail(err, WB_ERR_USAGE, "%s has no version %llu; it has %llu to %llu%s", history->slug,
                 (unsigned long long)number, (unsigned long long)history->attempts.items[0].number,
                 (unsigned long long)history->attempts.items[count - 1].number,
                 count < history->attempts.items[count - 1].number ? ", not all of them" : "");
}

/* The bytes as they were judged, where they go to a file or a program. */
static enum wb_status show(const struct history *history, struct wb_error *err) {
  const struct wb_attempt *attempt = NULL;
  struct wb_document text = {0};
  enum wb_status status =
      find(history, wb_cli_number(history->invocation, "show", 0), &attempt, err);
  if (status != WB_OK) return status;
  if (isatty(STDOUT_FILENO)) {
    wb_source_render(attempt->source, attempt->source_length, &text);
    wb_print(history->invocation, &text);
  } else {
    fwrite(attempt->source, 1, attempt->source_length, stdout);
  }
  return WB_OK;
}

/* ---- --diff ---------------------------------------------------------------------- */

static bool take_number(const char **text, uint64_t *number) {
  char *end = NULL;
  if (**text < '0' || **text > '9') return false;
  errno = 0;
  *number = strtoull(*text, &end, 10);
  *text = end;
  return errno == 0;
}

/* "3" or "3..5"; `*second` is 0 where there is none. */
static enum wb_status parse_range(const char *text, uint64_t *first, uint64_t *second,
                                  struct wb_error *err) {
  const char *at = text;
  bool right = take_number(&at, first);
  *second = 0;
  if (right && wb_starts_with(at, "..")) {
    at += 2;
    right = take_number(&at, second) && *second > 0;
  }
  if (right && *at == '\0') return WB_OK;
  return wb_fail(err, WB_ERR_USAGE,
                 "--diff needs the number of a version, or two as 3..5, not \"%s\"", text);
}

static enum wb_status diff_with_kernel(const struct history *history, const struct wb_version *old,
                                       struct wb_error *err) {
  char *path = wb_course_work_file(&history->session->course, history->slug);
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = wb_file_read(path, KERNEL_MAX, &text, err);
  if (status == WB_OK)
    wb_print_difference(history->invocation, old,
                        &(struct wb_version){"your kernel", text.data, text.length});
  wb_str_release(&text);
  free(path);
  return status;
}

static enum wb_status diff(const struct history *history, struct wb_error *err) {
  const struct wb_attempt *old = NULL, *new = NULL;
  uint64_t first = 0, second = 0;
  enum wb_status status =
      parse_range(wb_cli_value(history->invocation, "diff"), &first, &second, err);
  if (status == WB_OK) status = find(history, first, &old, err);
  if (status == WB_OK && second > 0) status = find(history, second, &new, err);
  if (status != WB_OK) return status;
  char *old_name = wb_format("version %llu", (unsigned long long)first);
  char *new_name = wb_format("version %llu", (unsigned long long)second);
  const struct wb_version before = {old_name, old->source, old->source_length};
  if (new != NULL)
    wb_print_difference(history->invocation, &before,
                        &(struct wb_version){new_name, new->source, new->source_length});
  else
    status = diff_with_kernel(history, &before, err);
  free(old_name);
  free(new_name);
  return status;
}

/* ---- --restore ------------------------------------------------------------------- */

static bool is_agreed(uint64_t number, const char *file) {
  char answer[16] = "";
  fflush(stdout);
  fprintf(stderr, "Put version %llu into %s? Your present one is kept beside it. [y/N] ",
          (unsigned long long)number, file);
  if (fgets(answer, sizeof answer, stdin) == NULL) fputc('\n', stderr);
  return answer[0] == 'y' || answer[0] == 'Y';
}

static enum wb_status may_restore(const struct history *history, uint64_t number, const char *file,
                                  bool *may, struct wb_error *err) {
  *may = true;
  if (wb_cli_flag(history->invocation, "yes") || !wb_file_exists(file)) return WB_OK;
  if (!isatty(STDIN_FILENO))
    return wb_fail(err, WB_ERR_USAGE,
                   "%s would be replaced, and there is no terminal to ask on; add --yes", file);
  *may = is_agreed(number, wb_short_path(file));
  return WB_OK;
}

static void print_restored(const struct history *history, uint64_t number, const char *file,
                           const char *backup) {
  struct wb_document text = {0};
  wb_put_line(&text, WB_STYLE_PLAIN, "Version %llu is back in %s", (unsigned long long)number,
              wb_short_path(file));
  if (backup != NULL)
    wb_put_line(&text, WB_STYLE_PLAIN, "What was there is %s", wb_short_path(backup));
  wb_print(history->invocation, &text);
}

static enum wb_status restore(const struct history *history, bool *done, struct wb_error *err) {
  const struct wb_attempt *attempt = NULL;
  const uint64_t number = wb_cli_number(history->invocation, "restore", 0);
  char *file = wb_course_work_file(&history->session->course, history->slug), *backup = NULL;
  enum wb_status status = find(history, number, &attempt, err);
  if (status == WB_OK) status = may_restore(history, number, file, done, err);
  if (status == WB_OK && *done)
    status = wb_course_replace(&history->session->course, history->slug, attempt->source,
                               attempt->source_length, &backup, err);
  if (status == WB_OK && *done) print_restored(history, number, file, backup);
  if (status == WB_OK && !*done) puts("Nothing was changed.");
  free(backup);
  free(file);
  return status;
}

/* ---- the command ----------------------------------------------------------------- */

static enum wb_status carry_out(const struct history *history, bool *done, struct wb_error *err) {
  const struct wb_invocation *invocation = history->invocation;
  enum wb_status status = WB_OK;
  *done = true;
  if (wb_cli_value(invocation, "show") != NULL)
    status = show(history, err);
  else if (wb_cli_value(invocation, "diff") != NULL)
    status = diff(history, err);
  else if (wb_cli_value(invocation, "restore") != NULL)
    status = restore(history, done, err);
  else if (wb_cli_wants_json(invocation))
    wb_print_attempts_json(history->slug, &history->attempts);
  else
    wb_print_attempts(invocation, history->slug, &history->attempts);
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
  struct history history = {.invocation = invocation, .session = &session};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  bool done = true;
  enum wb_status status = check_options(invocation, &err);
  if (status == WB_OK) status = wb_session_start_one(&session, invocation, &puzzle, &err);
  if (status == WB_OK && session.store == NULL)
    status = wb_fail(&err, WB_ERR_MISSING, "without progress there is no history");
  if (status == WB_OK) {
    history.slug = puzzle->slug;
    status = wb_store_attempts(session.store, session.course.root, puzzle->slug, &history.attempts,
                               &err);
  }
  if (status == WB_OK) status = carry_out(&history, &done, &err);
  int code = done ? WB_EXIT_OK : WB_EXIT_NOT_ACCEPTED;
  if (status != WB_OK) code = wb_cli_fail(invocation, &err);
  wb_attempts_release(&history.attempts);
  wb_session_close(&session);
  return code;
}
