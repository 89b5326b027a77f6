/* What modes of `grade` open, and close again. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/grade_modes.h"
#include "cli/print.h"
#include "cli/run_one.h"

enum wb_status wb_cli_grade_open_course(struct wb_cli_grading *grading, struct wb_error *err) {
  const struct wb_invocation *invocation = grading->invocation;
  enum wb_status status =
      wb_session_open_course(&grading->course, wb_cli_value(invocation, "course"), err);
  if (status == WB_OK) status = wb_catalog_load(grading->course.root, &grading->catalog, err);
  if (status == WB_OK && grading->catalog.course.error != NULL)
    status = wb_fail(err, WB_ERR_SPEC, "%s", grading->catalog.course.error);
  const char *sandbox = wb_cli_value(invocation, "sandbox");
  grading->order =
      (struct wb_grade_order){.course = &grading->course,
                              .catalog = &grading->catalog,
                              .out = wb_cli_value(invocation, "out"),
                              .paths = invocation->operands,
                              .n_paths = invocation->n_operands,
                              .form = wb_cli_flag(invocation, "one")    ? WB_INTAKE_ONE
                                      : wb_cli_flag(invocation, "many") ? WB_INTAKE_MANY
                                                                        : WB_INTAKE_EITHER,
                              .assignment = wb_cli_value(invocation, "assignment"),
                              .again = wb_cli_value(invocation, "again"),
                              .reuse = wb_cli_value(invocation, "reuse"),
                              .puzzle = wb_cli_value(invocation, "puzzle"),
                              .person = wb_cli_value(invocation, "person"),
                              .secret = wb_cli_value(invocation, "secret"),
                              .rank = wb_cli_value(invocation, "rank"),
                              .with_less_walls = sandbox != NULL && strcmp(sandbox, "basic") == 0};
  return status;
}

size_t wb_cli_grade_jobs(const struct wb_invocation *invocation) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return (size_t)wb_cli_number(invocation, "jobs", cores > 0 ? (uint64_t)cores : 1);
}

void wb_cli_grade_close(struct wb_cli_grading *grading) {
  wb_document_release(&grading->text);
  wb_document_release(&grading->doubts);
  wb_run_about_release(&grading->about);
  wb_grade_close(&grading->grade);
  wb_catalog_release(&grading->catalog);
  wb_course_release(&grading->course);
}

void wb_cli_grade_keep_apart(void) {
  setenv("WORKBENCH_CACHE", "off", 0);
  umask(077);
}

/* ---- of a run that is there ---- */

enum wb_status wb_cli_grade_open_run(struct wb_cli_grading *grading, bool writes,
                                     struct wb_error *err) {
  struct wb_grade *grade = &grading->grade;
  umask(077);
  enum wb_status status =
      wb_run_folder_open(&grade->run, grading->invocation->operands[0], writes, err);
  if (status == WB_OK) status = wb_run_records_open(&grade->records, &grade->run, writes, err);
  return status;
}

int wb_cli_grade_end_run(struct wb_cli_grading *grading, enum wb_status status,
                         const struct wb_error *err) {
  const int code = status == WB_OK ? WB_EXIT_OK : wb_cli_fail(grading->invocation, err);
  if (status == WB_OK) wb_cli_print(grading->invocation, &grading->text);
  wb_cli_grade_close(grading);
  return code;
}
