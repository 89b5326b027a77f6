/* `workbench grade --gradescope`: a process that only waits, and one that grades. */
#include <stdlib.h>

#include "cli/grade_modes.h"
#include "grading/gradescope.h"
#include "grading/supervisor.h"
#include "sandbox/folder.h"

enum { USUAL_SECONDS = 540, RESULTS_MAX_BYTES = 64 << 20 }; /* Gradescope ends it after 600 */

struct autograder {
  const struct wb_invocation *invocation;
  const char *root;
  struct wb_gradescope_about about;
  struct wb_folder folder; /* of this run alone */
};

/* ---- the process that grades ------------------------------------------------------------------
 */

static enum wb_status grade_submission(const struct autograder *autograder, struct wb_str *out,
                                       struct wb_error *err) {
  const struct wb_invocation *invocation = autograder->invocation;
  struct wb_cli_grading grading = {.invocation = invocation};
  char *run = wb_path_join(autograder->folder.path, "run");
  enum wb_status status = wb_cli_grade_open_course(&grading, err);
  grading.order.out = run;
  if (status == WB_OK)
    status = wb_gradescope_grade(autograder->root, &autograder->about, &grading.order,
                                 wb_cli_grade_jobs(invocation), out, err);
  wb_cli_grade_close(&grading);
  free(run);
  return status;
}

static char *graded_path(const struct autograder *autograder) {
  return wb_path_join(autograder->folder.path, "results.json");
}

static int run_grader(void *data) {
  const struct autograder *autograder = data;
  struct wb_str text;
  struct wb_error err;
  char *path = graded_path(autograder);
  wb_str_init(&text);
  wb_cli_grade_keep_apart();
  enum wb_status status = grade_submission(autograder, &text, &err);
  if (status == WB_OK) status = wb_file_write_atomic(path, text.data, text.length, &err);
  wb_str_release(&text);
  free(path);
  return status == WB_OK ? WB_EXIT_OK : wb_cli_fail(autograder->invocation, &err);
}

/* ---- the one that waits -----------------------------------------------------------------------
 */

static enum wb_status supervise_grader(struct autograder *autograder, int *code,
                                       struct wb_error *err) {
  const struct wb_invocation *invocation = autograder->invocation;
  const struct wb_supervision order = {
      .run = run_grader,
      .data = autograder,
      .seconds = wb_cli_seconds(invocation, "time-limit", USUAL_SECONDS),
      .bytes = wb_cli_number(invocation, "memory-limit", wb_supervised_memory() >> 20) << 20};
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = wb_folder_make(&autograder->folder, err);
  char *path = status == WB_OK ? graded_path(autograder) : NULL;
  if (status == WB_OK) status = wb_supervise(&order, code, err);
  if (status == WB_OK && *code == WB_EXIT_OK)
    status = wb_file_read(path, RESULTS_MAX_BYTES, &text, err);
  if (status == WB_OK && *code == WB_EXIT_OK)
    status = wb_gradescope_publish(autograder->root, &text, err);
  wb_folder_remove(&autograder->folder);
  wb_str_release(&text);
  free(path);
  return status;
}

int wb_cli_gradescope(const struct wb_invocation *invocation) {
  struct autograder autograder = {
      .invocation = invocation,
      .root = invocation->n_operands > 0 ? invocation->operands[0] : "/autograder",
      .folder = {.lock = -1}};
  struct wb_str failure;
  struct wb_error err;
  int code = WB_EXIT_OK;
  wb_str_init(&failure);
  /* What nobody can read is told staff, and the submission is graded all the same. */
  if (wb_gradescope_read(autograder.root, &autograder.about, &err) != WB_OK)
    wb_cli_fail(invocation, &err);
  wb_gradescope_ungraded(&autograder.about, wb_gradescope_failure, &failure);
  enum wb_status status = wb_gradescope_publish(autograder.root, &failure, &err);
  if (status == WB_OK) status = supervise_grader(&autograder, &code, &err);
  if (status != WB_OK) code = wb_cli_fail(invocation, &err);
  wb_gradescope_release(&autograder.about);
  wb_str_release(&failure);
  return code;
}
