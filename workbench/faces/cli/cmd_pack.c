#include <inttypes.h>

#include "authoring/pack.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "grading/secret.h"

static enum wb_status choose_kind(const struct wb_invocation *invocation, enum wb_pack_kind *kind,
                                  struct wb_error *err) {
  const bool student = wb_cli_flag(invocation, "student");
  const bool grader = wb_cli_flag(invocation, "grader");
  const bool gradescope = wb_cli_flag(invocation, "gradescope");
  const bool has_more = wb_cli_value(invocation, "source") != NULL ||
                        wb_cli_value(invocation, "assignment") != NULL ||
                        wb_cli_value(invocation, "secret") != NULL;
  *kind = student ? WB_PACK_STUDENT : WB_PACK_GRADER;
  if (student + grader + gradescope != 1)
    return wb_fail(err, WB_ERR_USAGE,
                   "for whom is it? --student leaves out hidden cases and solutions, --grader has "
                   "all, --gradescope is an autograder");
  if (gradescope && wb_cli_value(invocation, "source") == NULL)
    return wb_fail(err, WB_ERR_USAGE,
                   "the autograder installs the workbench: name an archive of its source with "
                   "--source, as `git archive -o workbench.tar.gz HEAD` makes it");
  if (!gradescope && has_more)
    return wb_fail(err, WB_ERR_USAGE, "--source, --assignment and --secret are for --gradescope");
  return WB_OK;
}

static bool has_hidden_inputs(const struct wb_session *session, const char *name) {
  const struct wb_course_summary *course = &session->catalog.course;
  const struct wb_assignment *assignment =
      name != NULL ? wb_assignment_named(course->assignments, course->n_assignments, name) : NULL;
  return assignment != NULL && assignment->seed != WB_SEEDS_OF_SPEC;
}

/* One of its own for Gradescope: from it nobody finds out pseudonyms and inputs that are graded
 * here. */
static enum wb_status derive_secret(const struct wb_invocation *invocation,
                                    struct wb_secret *derived, struct wb_error *err) {
  struct wb_secret own;
  enum wb_status status = wb_secret_open(&own, wb_cli_value(invocation, "secret"), err);
  if (status == WB_OK) wb_secret_derive(&own, "gradescope", derived);
  return status;
}

static enum wb_status make_pack(const struct wb_invocation *invocation,
                                const struct wb_session *session, enum wb_pack_kind kind,
                                int stop_fd, struct wb_pack *pack, struct wb_error *err) {
  const char *path = wb_cli_operand(invocation);
  struct wb_gradescope_pack order = {.assignment = wb_cli_value(invocation, "assignment"),
                                     .source = wb_cli_value(invocation, "source")};
  struct wb_secret secret;
  if (!wb_cli_flag(invocation, "gradescope"))
    return wb_pack_make(session, kind, path, stop_fd, pack, err);
  if (has_hidden_inputs(session, order.assignment)) {
    enum wb_status status = derive_secret(invocation, &secret, err);
    if (status != WB_OK) return status;
    order.secret = secret.bytes;
    order.secret_bytes = sizeof secret.bytes;
  }
  return wb_pack_gradescope(session, &order, path, stop_fd, pack, err);
}

static void print_pack(const struct wb_invocation *invocation, enum wb_pack_kind kind,
                       const struct wb_pack *pack) {
  struct wb_document text = {0};
  wb_put_line(&text, WB_STYLE_GOOD, "%s", wb_cli_operand(invocation));
  wb_put(&text, WB_STYLE_PLAIN, ": %zu puzzles in %zu files, %" PRIu64 " KiB", pack->puzzles,
         pack->files, (pack->bytes + 1023) / 1024);
  if (kind == WB_PACK_STUDENT)
    wb_put_line(&text, WB_STYLE_DIM,
                "Without hidden cases, solutions and explanations; it judges visible cases only.");
  wb_cli_print(invocation, &text);
}

int wb_shell_pack(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_pack pack;
  struct wb_error err;
  enum wb_pack_kind kind;
  struct wb_interrupt interrupt;
  int code = WB_EXIT_OK;
  wb_interrupt_open(&interrupt);
  enum wb_status status = choose_kind(invocation, &kind, &err);
  if (status == WB_OK) status = wb_cli_session_open(&session, invocation, &err);
  if (status == WB_OK) status = make_pack(invocation, &session, kind, interrupt.fd, &pack, &err);
  if (status == WB_OK)
    print_pack(invocation, kind, &pack);
  else
    code = wb_cli_fail(invocation, &err);
  wb_session_close(&session);
  wb_interrupt_close(&interrupt);
  return code;
}
