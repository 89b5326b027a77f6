#include <stdio.h>
#include <stdlib.h>

#include "base/str.h"
#include "cli/difference.h"
#include "cli/session.h"

enum { KERNEL_MAX = 4 << 20 };

struct side {
  char *path;
  struct wb_str text;
};

static void side_release(struct side *side) {
  free(side->path);
  wb_str_release(&side->text);
}

static enum wb_status read_side(struct side *side, struct wb_error *err) {
  wb_str_init(&side->text);
  return wb_file_read(side->path, KERNEL_MAX, &side->text, err);
}

static enum wb_status print_diff(const struct wb_invocation *invocation,
                                 const struct wb_session *session, const char *slug,
                                 struct wb_error *err) {
  const bool solution = wb_cli_flag(invocation, "solution");
  struct side own = {.path = wb_course_work_file(&session->course, slug)};
  struct side other = {.path = solution ? wb_course_solution(&session->course, slug)
                                        : wb_course_starter(&session->course, slug)};
  wb_str_init(&own.text);
  wb_str_init(&other.text);
  enum wb_status status =
      wb_file_exists(own.path)
          ? read_side(&own, err)
          : wb_fail(err, WB_ERR_USAGE,
                    "there is no kernel of yours yet: 'workbench edit %s' begins", slug);
  if (status == WB_OK) status = read_side(&other, err);
  if (status == WB_OK) {
    const struct wb_version mine = {"your kernel", own.text.data, own.text.length};
    const struct wb_version theirs = {solution ? "our solution" : "the starter", other.text.data,
                                      other.text.length};
    wb_print_difference(invocation, solution ? &mine : &theirs, solution ? &theirs : &mine);
  }
  side_release(&own);
  side_release(&other);
  return status;
}

int wb_shell_diff(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_session_start_one(&session, invocation, &puzzle, &err);
  if (status == WB_OK && wb_cli_flag(invocation, "solution") && !wb_cli_flag(invocation, "spoil") &&
      !wb_session_progress(&session, puzzle->slug).solved) {
    fprintf(stderr,
            "workbench diff: %s is not solved yet. 'workbench hint %u' helps; --spoil shows the "
            "solution anyway.\n",
            puzzle->slug, puzzle->number);
    code = WB_EXIT_NOT_ACCEPTED;
  } else if (status == WB_OK) {
    status = print_diff(invocation, &session, puzzle->slug, &err);
  }
  if (status != WB_OK) code = wb_cli_fail(invocation, &err);
  wb_session_close(&session);
  return code;
}
