/* `grade --export`. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/grade_modes.h"
#include "cli/grade_print.h"
#include "cli/print.h"

enum wb_status wb_cli_grade_find_assignment(struct wb_cli_grading *grading,
                                            const struct wb_assignment **assignment,
                                            struct wb_error *err) {
  const struct wb_run_about *about = &grading->grade.run.about;
  const struct wb_course_summary *course = &grading->catalog.course;
  if (about->assignment == NULL) return WB_OK;
  enum wb_status status =
      wb_session_open_course(&grading->course, wb_cli_value(grading->invocation, "course"), err);
  if (status == WB_OK) status = wb_catalog_load(grading->course.root, &grading->catalog, err);
  if (status == WB_OK)
    *assignment =
        wb_assignment_named(course->assignments, course->n_assignments, about->assignment);
  if (status == WB_OK && *assignment == NULL)
    status = wb_fail(err, WB_ERR_SPEC,
                     "the run is of assignment %s, which %s does not have; name its course with "
                     "--course",
                     about->assignment, grading->course.root);
  return status;
}

static enum wb_status read_extensions(const struct wb_cli_grading *grading,
                                      struct wb_extensions *extensions, struct wb_error *err) {
  const char *path = wb_cli_value(grading->invocation, "extensions");
  const struct wb_course_summary *course = &grading->catalog.course;
  if (path == NULL) return WB_OK;
  if (grading->grade.run.about.assignment == NULL)
    return wb_fail(err, WB_ERR_USAGE, "nothing is due in this run: it is of no assignment");
  return wb_extensions_read(path, course->assignments, course->n_assignments, extensions, err);
}

/* What was done with a roster is for people, and stdout may be the file. */
static void tell_roster(struct wb_cli_grading *grading, const struct wb_roster_report *report) {
  struct wb_str out;
  const struct wb_report_style style = wb_report_style_of(STDERR_FILENO);
  wb_str_init(&out);
  wb_cli_put_roster(&grading->text, report);
  wb_styled_to_ansi(&grading->text, &style, &out);
  fwrite(out.data, 1, out.length, stderr);
  wb_document_release(&grading->text);
  wb_str_release(&out);
}

/* Who is not judged yet has no points in any gradebook, which is easily overlooked. */
static enum wb_status tell_unjudged(const struct wb_cli_grading *grading, struct wb_error *err) {
  const struct wb_grade *grade = &grading->grade;
  struct wb_run_counts counts = {0};
  struct wb_run_judgements lost = {0};
  enum wb_status status = wb_run_records_count(grade->records, &counts, err);
  if (status == WB_OK) status = wb_run_find_lost(&grade->run, grade->records, &lost, err);
  const uint64_t unjudged = counts.planned - counts.done + lost.count;
  for (size_t i = 0; i < lost.count; i++) {
    char *path = wb_run_judged_path(&grade->run, lost.items[i].puzzle, lost.items[i].sha256,
                                    lost.items[i].variant);
    fprintf(stderr, "workbench grade: %s is lost; `workbench grade --out %s` judges it again\n",
            path, grade->run.path);
    free(path);
  }
  wb_run_judgements_release(&lost);
  if (status == WB_OK && unjudged > 0)
    fprintf(stderr,
            "workbench grade: %" PRIu64 " of %" PRIu64
            " texts are not judged; whoever handed in "
            "one of them has no points here\n",
            unjudged, counts.planned);
  return status;
}

/* ---- html ---- */

static bool has_option(const struct wb_command *command, const char *name) {
  bool found = false;
  for (size_t i = 0; i < wb_count_options(command) && !found; i++)
    found = strcmp(command->shell.options[i].name, name) == 0;
  return found;
}

/* An option of this command that was said and that the other one does not have; NULL: none. */
static const char *option_without_place(const struct wb_invocation *invocation,
                                        const struct wb_command *other) {
  const struct wb_option *options = invocation->command->shell.options;
  const char *found = NULL;
  for (size_t i = 0; i < wb_count_options(invocation->command) && found == NULL; i++)
    if (invocation->values[i] != NULL && strcmp(options[i].name, "export") != 0 &&
        !has_option(other, options[i].name))
      found = options[i].name;
  return found;
}

/* It is `report` by another name, with the options that both have. */
static int make_report(const struct wb_invocation *invocation) {
  struct wb_invocation report = *invocation;
  struct wb_error err;
  report.command = wb_cli_command_find("report");
  memset(report.values, 0, sizeof report.values);
  for (size_t i = 0; i < wb_count_options(report.command); i++)
    report.values[i] = wb_cli_value_if_any(invocation, report.command->shell.options[i].name);
  const char *option = option_without_place(invocation, report.command);
  if (option == NULL && invocation->n_operands <= report.command->shell.max_operands)
    return wb_shell_report(&report);
  wb_fail(&err, WB_ERR_USAGE,
          "html is what `workbench report RUN OUT` makes, %s%s; `workbench report --help` has its "
          "options",
          option != NULL ? "which has no --" : "and nothing else", option != NULL ? option : "");
  return wb_cli_fail(invocation, &err);
}

/* ---- the other formats ---- */

static int write_format(const struct wb_invocation *invocation,
                        const struct wb_export_format *format) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_extensions extensions = {0};
  struct wb_roster_report report = {0};
  const char *file = invocation->n_operands > 1 ? invocation->operands[1] : NULL;
  struct wb_error err;
  enum wb_status status = wb_cli_grade_open_run(&grading, false, &err);
  struct wb_export_order order = {
      .run = &grading.grade.run,
      .records = grading.grade.records,
      .rules = {.extensions = &extensions, .trusts_files = wb_cli_flag(invocation, "file-times")},
      .roster = wb_cli_value(invocation, "roster"),
      .column = wb_cli_value(invocation, "column"),
      .points_alone = wb_cli_flag(invocation, "no-feedback"),
      .released = wb_cli_flag(invocation, "released")};
  if (status == WB_OK)
    status = wb_cli_grade_find_assignment(&grading, &order.rules.assignment, &err);
  if (status == WB_OK) status = read_extensions(&grading, &extensions, &err);
  if (status == WB_OK) status = tell_unjudged(&grading, &err);
  if (status == WB_OK)
    status = wb_export_run(&order, format, file, wb_cli_flag(invocation, "force"), &report, &err);
  if (status == WB_OK && format->needs_roster) tell_roster(&grading, &report);
  wb_roster_report_release(&report);
  wb_extensions_release(&extensions);
  return wb_cli_grade_end_run(&grading, status, &err);
}

int wb_cli_grade_export(const struct wb_invocation *invocation) {
  const struct wb_export_format *format = wb_export_format_find(wb_cli_value(invocation, "export"));
  const bool is_site = format->write == NULL && format->each == NULL;
  return is_site ? make_report(invocation) : write_format(invocation, format);
}
