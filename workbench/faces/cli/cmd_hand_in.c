#include <inttypes.h>

#include "cli/print.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "course/course.h"
#include "verbs/assignments.h"
#include "verbs/hand_in.h"

/* "[ASSIGNMENT] OUT" */
static enum wb_status read_operands(const struct wb_invocation *invocation, const char **assignment,
                                    const char **path, struct wb_error *err) {
  const bool both = invocation->n_operands == 2;
  *assignment = both ? invocation->operands[0] : NULL;
  *path = invocation->operands[both ? 1 : 0];
  if (!both && !wb_course_is_archive(*path))
    return wb_fail(err, WB_ERR_USAGE,
                   "where to? After the assignment goes the archive: workbench hand-in %s %s.zip",
                   *path, *path);
  return WB_OK;
}

static void print_hand_in(const struct wb_invocation *invocation, const struct wb_session *session,
                          const char *path, const struct wb_hand_in *hand_in) {
  const struct wb_course_summary *course = &session->catalog.course;
  const struct wb_assignment *assignment = NULL;
  struct wb_document text = {0};
  if (hand_in->assignment != NULL)
    assignment =
        wb_assignment_named(course->assignments, course->n_assignments, hand_in->assignment);
  wb_put_line(&text, hand_in->n_absent == 0 ? WB_STYLE_GOOD : WB_STYLE_WARNING, "%s", path);
  if (assignment != NULL)
    wb_put(&text, WB_STYLE_PLAIN, ": %zu of %zu puzzles of %s", hand_in->n_files,
           assignment->n_puzzles, assignment->name);
  else
    wb_put(&text, WB_STYLE_PLAIN, ": %zu puzzle%s", hand_in->n_files,
           hand_in->n_files == 1 ? "" : "s");
  wb_put(&text, WB_STYLE_PLAIN, ", %" PRIu64 " KiB", (hand_in->bytes + 1023) / 1024);
  for (size_t i = 0; i < hand_in->n_files; i++)
    wb_put_line(&text, WB_STYLE_PLAIN, "    %s", hand_in->files[i].file);
  for (size_t i = 0; i < hand_in->n_absent; i++)
    wb_put_line(&text, WB_STYLE_WARNING, "    not in it: %s, %s", hand_in->absent[i].puzzle,
                hand_in->absent[i].why);
  if (assignment != NULL) wb_assignment_put_dates(assignment, &text);
  wb_put_line(&text, WB_STYLE_DIM,
              "These are your files as they are, not judged. Handing it in is up to you.");
  wb_cli_print(invocation, &text);
}

int wb_shell_hand_in(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_hand_in hand_in = {0};
  struct wb_error err;
  struct wb_interrupt interrupt;
  const char *assignment = NULL, *path = NULL;
  int code = WB_EXIT_OK;
  wb_interrupt_open(&interrupt);
  enum wb_status status = read_operands(invocation, &assignment, &path, &err);
  if (status == WB_OK) status = wb_cli_session_open(&session, invocation, &err);
  if (status == WB_OK)
    status = wb_hand_in_make(&session, assignment, path, wb_cli_flag(invocation, "force"),
                             interrupt.fd, &hand_in, &err);
  if (status == WB_OK) {
    print_hand_in(invocation, &session, path, &hand_in);
    if (hand_in.n_absent > 0) code = WB_EXIT_NOT_ACCEPTED;
  } else {
    code = wb_cli_fail(invocation, &err);
  }
  wb_hand_in_release(&hand_in);
  wb_session_close(&session);
  wb_interrupt_close(&interrupt);
  return code;
}
