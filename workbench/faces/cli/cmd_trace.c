#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/trace_draw.h"
#include "cli/run_one.h"
#include "cli/print.h"
#include "finding/trace.h"
#include "report/trace_json.h"

enum { TRACE_FILE_MAX = 64 << 20 };

/* ---- a file ---------------------------------------------------------------------------- */

static enum wb_status read_file(const char *path, struct wb_str *bytes, struct wb_error *err) {
  if (!wb_file_exists(path)) return wb_fail(err, WB_ERR_USAGE, "there is no file %s", path);
  if (!wb_is_regular_file(path))
    return wb_fail(err, WB_ERR_USAGE, "%s is not a file that can be read", path);
  return wb_file_read(path, TRACE_FILE_MAX, bytes, err);
}

static enum wb_status print_steps(const struct wb_str *bytes, uint64_t most, struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = wb_trace_text(bytes->data, bytes->length, most, &text, err);
  fwrite(text.data, 1, text.length, stdout);
  wb_str_release(&text);
  return status;
}

static bool wants_drawing(const struct wb_invocation *invocation) {
  return wb_cli_value(invocation, "svg") != NULL || wb_cli_flag(invocation, "text") ||
         wb_cli_wants_json(invocation);
}

/* A file that is no trace was named by mistake. */
static int show_file(const struct wb_invocation *invocation, const char *path) {
  struct wb_str bytes;
  struct wb_error err, why;
  wb_str_init(&bytes);
  enum wb_status status = read_file(path, &bytes, &err);
  if (status == WB_OK && wants_drawing(invocation))
    status = wb_cli_check_svg_target(invocation, &err);
  if (status == WB_OK) {
    if (wants_drawing(invocation))
      status = wb_cli_print_drawing(invocation, bytes.data, bytes.length, NULL, NULL, &why);
    else
      status = print_steps(&bytes, wb_cli_number(invocation, "max", 0), &why);
    if (status == WB_ERR_PROTOCOL)
      status = wb_fail_at(&err, WB_ERR_USAGE, path, "%s", why.message);
    else if (status != WB_OK)
      err = why;
  }
  wb_str_release(&bytes);
  return status == WB_OK ? WB_EXIT_OK : wb_cli_fail(invocation, &err);
}

/* ---- a puzzle -------------------------------------------------------------------------- */

/* Without a trace the report says what there is to say. */
static int show_nothing(const struct wb_invocation *invocation, const struct wb_session *session,
                        const struct wb_result *result) {
  int code = wb_exit_of_result(result);
  if (wb_cli_wants_json(invocation)) {
    wb_cli_print_trace_json(&(struct wb_trace_json){.result = result});
  } else {
    wb_cli_print_result(invocation, session, result);
    if (result->verdict != WB_VERDICT_JUDGE_ERROR)
      fprintf(stderr, "workbench trace: %s.\n",
              result->trace_note != NULL ? result->trace_note : "nothing was recorded");
  }
  return code != WB_EXIT_OK ? code : WB_EXIT_MISSING;
}

/* A program's whole timeline, unless one of its launches is asked for. */
static bool wants_timeline(const struct wb_invocation *invocation, const struct wb_result *result) {
  return result->has_timeline && !wb_cli_wants_json(invocation) &&
         wb_cli_value(invocation, "launch") == NULL;
}

/* There is one picture in a file: of a program it is the timeline. */
static bool wants_launch(const struct wb_invocation *invocation, const struct wb_result *result) {
  const bool svg = wb_cli_value(invocation, "svg") != NULL;
  return result->trace != NULL && !(svg && wants_timeline(invocation, result));
}

static bool prints_text(const struct wb_invocation *invocation) {
  return wb_cli_value(invocation, "svg") == NULL || wb_cli_flag(invocation, "text");
}

static int show_result(const struct wb_invocation *invocation, const struct wb_session *session,
                       const struct wb_result *result, const struct wb_puzzle_summary *puzzle,
                       struct wb_error *err) {
  const bool timeline = wants_timeline(invocation, result);
  const bool launch = wants_launch(invocation, result);
  enum wb_status status = WB_OK;
  if (result->verdict == WB_VERDICT_JUDGE_ERROR || (!timeline && !launch))
    return show_nothing(invocation, session, result);
  if (timeline) status = wb_cli_print_timeline(invocation, result, err);
  if (status == WB_OK && timeline && prints_text(invocation) && result->graphs != NULL)
    printf("\n%s", result->graphs);
  if (timeline && launch) putchar('\n');
  if (status == WB_OK && launch)
    status =
        wb_cli_print_drawing(invocation, result->trace, result->trace_length, result, puzzle, err);
  return status == WB_OK ? WB_EXIT_OK : wb_cli_fail(invocation, err);
}

static int show_puzzle(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_judgement job = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  char *file = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_cli_check_svg_target(invocation, &err);
  if (status == WB_OK) status = wb_cli_session_start_one(&session, invocation, &puzzle, &err);
  if (status == WB_OK)
    status = wb_cli_choose_kernel(invocation, &session, puzzle->slug, &file, &err);
  if (status == WB_OK) {
    wb_session_visit(&session, puzzle->slug);
    job.label = puzzle->slug;
    job.options = (struct wb_run_options){
        .course = session.course.root,
        .puzzle = puzzle->slug,
        .file = file,
        .only_case = (int)wb_cli_number(invocation, "case", 0),
        .trace = true,
        .trace_launch = (uint32_t)wb_cli_number(invocation, "launch", 0),
        .schedule = wb_cli_schedule(invocation, "schedule"),
    };
    status = wb_cli_judge_one(&job, &err);
  }
  if (status == WB_OK) wb_cli_record_result(&session, &job.options, &job.result);
  code = status == WB_OK ? show_result(invocation, &session, &job.result, puzzle, &err)
                         : wb_cli_fail(invocation, &err);
  wb_judgement_release(&job);
  free(file);
  wb_session_close(&session);
  return code;
}

/* ---- the command ------------------------------------------------------------------------ */

static bool names_file(const char *operand) {
  return operand != NULL && (wb_is_regular_file(operand) || strchr(operand, '/') != NULL ||
                             wb_ends_with(operand, ".trace"));
}

int wb_shell_trace(const struct wb_invocation *invocation) {
  const char *operand = wb_cli_operand(invocation);
  return names_file(operand) ? show_file(invocation, operand) : show_puzzle(invocation);
}
