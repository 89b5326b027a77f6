/* Puzzles that come to a place, go to another one, or go: `new`, `import`, `move`, `rename`
 * and `remove`. */

#include <string.h>

#include "authoring/new_course.h"
#include "cli/print.h"
#include "cli/session.h"

/* The place that --after and --first name. */
static enum wb_status read_place(const struct wb_invocation *invocation,
                                 const struct wb_session *session, struct wb_puzzle_place *place,
                                 struct wb_error *err) {
  const char *after = wb_cli_value(invocation, "after");
  const struct wb_puzzle_summary *puzzle = NULL;
  *place = (struct wb_puzzle_place){.first = wb_cli_flag(invocation, "first")};
  if (after == NULL) return WB_OK;
  if (place->first)
    return wb_fail(err, WB_ERR_USAGE, "--after and --first name two places; choose one");
  enum wb_status status = wb_catalog_find(&session->catalog, after, &puzzle, err);
  if (status == WB_OK) place->after = puzzle->slug;
  return status;
}

static int report_edit(const struct wb_invocation *invocation, struct wb_course_edit *edit,
                       enum wb_status status, const struct wb_error *err) {
  struct wb_document text = {0};
  if (status != WB_OK) return wb_cli_fail(invocation, err);
  if (wb_cli_wants_json(invocation)) {
    wb_cli_print_data(&wb_course_edit_fields, edit);
  } else {
    wb_course_edit_write(edit, &text);
    wb_cli_print(invocation, &text);
  }
  wb_course_edit_release(edit);
  return WB_EXIT_OK;
}

/* Nothing but --course and --title says what a course is to be. */
static enum wb_status begin_course(const struct wb_invocation *invocation,
                                   struct wb_course_edit *edit, struct wb_error *err) {
  const char *folder = wb_cli_value(invocation, "course");
  if (folder == NULL)
    return wb_fail(err, WB_ERR_USAGE,
                   "name the puzzle that is to be made, as in `workbench new prefix-sum`; or, with "
                   "--course, the folder of a course that is to be made");
  if (wb_cli_value(invocation, "after") != NULL || wb_cli_flag(invocation, "first") ||
      wb_cli_value(invocation, "kind") != NULL)
    return wb_fail(err, WB_ERR_USAGE,
                   "--after, --first and --kind are about a puzzle; name it to make one");
  return wb_new_course_make(folder, wb_cli_value(invocation, "title"), edit, err);
}

static int shell_new_course(const struct wb_invocation *invocation) {
  struct wb_course_edit edit = {0};
  struct wb_error err = {0};
  const enum wb_status status = begin_course(invocation, &edit, &err);
  return report_edit(invocation, &edit, status, &err);
}

int wb_shell_new(const struct wb_invocation *invocation) {
  if (wb_cli_operand(invocation) == NULL) return shell_new_course(invocation);
  struct wb_session session = {0};
  struct wb_course_edit edit = {0};
  struct wb_error err = {0};
  struct wb_new_puzzle wanted = {.name = wb_cli_operand(invocation),
                                 .kind = wb_cli_value(invocation, "kind"),
                                 .title = wb_cli_value(invocation, "title")};
  enum wb_status status = wb_cli_session_open(&session, invocation, &err);
  if (status == WB_OK) status = read_place(invocation, &session, &wanted.place, &err);
  if (status == WB_OK) status = wb_new_puzzle_make(&session, &wanted, &edit, &err);
  const int code = report_edit(invocation, &edit, status, &err);
  wb_session_close(&session);
  return code;
}

/* The session, and the puzzle that the first operand names. */
static enum wb_status open_puzzle(const struct wb_invocation *invocation,
                                  struct wb_session *session,
                                  const struct wb_puzzle_summary **puzzle, struct wb_error *err) {
  enum wb_status status = wb_cli_session_open(session, invocation, err);
  if (status == WB_OK)
    status = wb_catalog_find(&session->catalog, wb_cli_operand(invocation), puzzle, err);
  return status;
}

int wb_shell_rename(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_course_edit edit = {0};
  struct wb_error err = {0};
  const struct wb_puzzle_summary *puzzle = NULL;
  enum wb_status status = WB_OK;
  if (invocation->n_operands < 2)
    status = wb_fail(&err, WB_ERR_USAGE,
                     "name the puzzle and what it is to be called, as in `workbench rename scan "
                     "running-sums`");
  if (status == WB_OK) status = open_puzzle(invocation, &session, &puzzle, &err);
  if (status == WB_OK)
    status = wb_puzzle_rename(&session, puzzle->slug, invocation->operands[1], &edit, &err);
  const int code = report_edit(invocation, &edit, status, &err);
  wb_session_close(&session);
  return code;
}

int wb_shell_move(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_course_edit edit = {0};
  struct wb_error err = {0};
  struct wb_puzzle_place place;
  const struct wb_puzzle_summary *puzzle = NULL;
  enum wb_status status = open_puzzle(invocation, &session, &puzzle, &err);
  if (status == WB_OK) status = read_place(invocation, &session, &place, &err);
  if (status == WB_OK) status = wb_puzzle_move(&session, puzzle->slug, &place, &edit, &err);
  const int code = report_edit(invocation, &edit, status, &err);
  wb_session_close(&session);
  return code;
}

int wb_shell_import(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_course_edit edit = {0};
  struct wb_error err = {0};
  struct wb_puzzle_import wanted = {.puzzle = wb_cli_operand(invocation),
                                    .from = wb_cli_value(invocation, "from")};
  enum wb_status status = WB_OK;
  if (wanted.from == NULL)
    status = wb_fail(&err, WB_ERR_USAGE,
                     "name the course that has the puzzle, as in `workbench import dot --from "
                     "../gpu-101`");
  if (status == WB_OK) status = wb_cli_session_open(&session, invocation, &err);
  if (status == WB_OK) status = read_place(invocation, &session, &wanted.place, &err);
  if (status == WB_OK) status = wb_puzzle_import(&session, &wanted, &edit, &err);
  const int code = report_edit(invocation, &edit, status, &err);
  wb_session_close(&session);
  return code;
}

/* What would go; WB_ERR_USAGE, so that nobody takes it for done. */
static enum wb_status ask_to_remove(const struct wb_session *session, const char *slug,
                                    struct wb_error *err) {
  struct wb_names files;
  struct wb_str text;
  wb_names_init(&files);
  wb_str_init(&text);
  enum wb_status status = wb_puzzle_list_files(&session->course, slug, &files, err);
  for (size_t i = 0; i < files.count; i++) wb_str_addf(&text, "\n  %s", files.items[i]);
  if (status == WB_OK)
    status = wb_fail(err, WB_ERR_USAGE, "nothing is removed without --yes, which would remove%s",
                     text.data);
  wb_str_release(&text);
  wb_names_release(&files);
  return status;
}

int wb_shell_remove(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_course_edit edit = {0};
  struct wb_error err = {0};
  const struct wb_puzzle_summary *puzzle = NULL;
  enum wb_status status = open_puzzle(invocation, &session, &puzzle, &err);
  if (status == WB_OK && !wb_cli_flag(invocation, "yes"))
    status = ask_to_remove(&session, puzzle->slug, &err);
  if (status == WB_OK) status = wb_puzzle_remove(&session, puzzle->slug, &edit, &err);
  const int code = report_edit(invocation, &edit, status, &err);
  wb_session_close(&session);
  return code;
}
