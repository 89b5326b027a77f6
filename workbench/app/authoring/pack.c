#include "authoring/pack.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "result/event_json.h"
#include "session/archive_pack.h"

enum { DEPTH_MAX = 12 };

/* ---- files of the course ------------------------------------------------------------------ */

/* What editors and systems leave behind. */
static bool is_leftover(const char *name) {
  return name[0] == '.' || wb_ends_with(name, "~") || wb_ends_with(name, ".swp");
}

static enum wb_status add_path(const struct wb_course *course, const char *path, unsigned depth,
                               struct wb_archive_list *list, struct wb_error *err);

static enum wb_status add_folder(const struct wb_course *course, const char *path, unsigned depth,
                                 struct wb_archive_list *list, struct wb_error *err) {
  struct wb_names names;
  char *folder = wb_path_join(course->root, path);
  wb_names_init(&names);
  enum wb_status status = wb_directory_list(folder, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++) {
    char *inside = wb_format("%s/%s", path, names.items[i]);
    if (!is_leftover(names.items[i])) status = add_path(course, inside, depth + 1, list, err);
    free(inside);
  }
  wb_names_release(&names);
  free(folder);
  return status;
}

/* A file, or all that is in a folder; what is not there is left out. */
static enum wb_status add_path(const struct wb_course *course, const char *path, unsigned depth,
                               struct wb_archive_list *list, struct wb_error *err) {
  struct stat found;
  enum wb_status status = WB_OK;
  char *full = wb_path_join(course->root, path);
  if (lstat(full, &found) != 0)
    status = errno == ENOENT ? WB_OK : wb_fail_errno(err, "cannot look at %s", full);
  else if (depth > DEPTH_MAX)
    status = wb_fail(err, WB_ERR_SPEC, "%s is too deep to be packed", path);
  else if (S_ISDIR(found.st_mode))
    status = add_folder(course, path, depth, list, err);
  else if (S_ISREG(found.st_mode))
    wb_archive_list_add(list, wb_strdup(path), NULL, 0);
  else
    status = wb_fail(err, WB_ERR_SPEC, "%s is %s; a pack holds files and folders only", path,
                     S_ISLNK(found.st_mode) ? "a link" : "no regular file");
  free(full);
  return status;
}

static enum wb_status add_licences(const struct wb_course *course, struct wb_archive_list *list,
                                   struct wb_error *err) {
  struct wb_names names;
  wb_names_init(&names);
  enum wb_status status = wb_directory_list(course->root, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++)
    if (wb_starts_with(names.items[i], "LICEN") || wb_starts_with(names.items[i], "COPYING"))
      status = add_path(course, names.items[i], 0, list, err);
  wb_names_release(&names);
  return status;
}

static enum wb_status check_going_on(int stop_fd, struct wb_error *err) {
  struct pollfd stop = {.fd = stop_fd, .events = POLLIN};
  return poll(&stop, 1, 0) > 0 ? wb_fail(err, WB_ERR_CANCELLED, "interrupted") : WB_OK;
}

/* ---- a grader's pack ------------------------------------------------------------------------- */

static enum wb_status list_for_grader(const struct wb_session *session,
                                      struct wb_archive_list *list, struct wb_error *err) {
  static const char *const parts[] = {"course.lua", "puzzles", "kernels", "solutions", "lua"};
  enum wb_status status = add_licences(&session->course, list, err);
  for (size_t i = 0; i < sizeof parts / sizeof parts[0] && status == WB_OK; i++)
    status = add_path(&session->course, parts[i], 0, list, err);
  return status;
}

/* ---- a student's pack ---------------------------------------------------------------------- */

static void add_lua_text(struct wb_str *out, const char *text) {
  wb_str_add_char(out, '"');
  for (const char *at = text; *at != '\0'; at++) {
    if (*at == '"' || *at == '\\') wb_str_add_char(out, '\\');
    wb_str_add_char(out, *at);
  }
  wb_str_add_char(out, '"');
}

static void add_field(struct wb_str *out, const char *name, const char *text) {
  if (text == NULL) return;
  wb_str_addf(out, "  %s = ", name);
  add_lua_text(out, text);
  wb_str_add(out, ",\n");
}

static void add_field_if(struct wb_str *out, const char *name, const char *text) {
  if (text == NULL) return;
  wb_str_addf(out, ", %s = ", name);
  add_lua_text(out, text);
}

/* Names, puzzles, points and dates: how it is graded stays with those who do. */
static void add_assignment(struct wb_str *out, const struct wb_assignment *assignment) {
  wb_str_add(out, "    { name = ");
  add_lua_text(out, assignment->name);
  add_field_if(out, "title", assignment->title);
  wb_str_add(out, ", puzzles = {");
  for (size_t i = 0; i < assignment->n_puzzles; i++) {
    wb_str_add(out, i > 0 ? ", " : " ");
    add_lua_text(out, assignment->puzzles[i].slug);
  }
  wb_str_add(out, " }, points = {");
  for (size_t i = 0; i < assignment->n_puzzles; i++) {
    wb_str_add(out, i > 0 ? ", [" : " [");
    add_lua_text(out, assignment->puzzles[i].slug);
    wb_str_addf(out, "] = %.15g", assignment->puzzles[i].points);
  }
  wb_str_add(out, " }");
  add_field_if(out, "opens", assignment->opens_text);
  add_field_if(out, "due", assignment->due_text);
  wb_str_add(out, " },\n");
}

/* There are no solutions to be shown. */
static char *student_course(const struct wb_course_summary *course) {
  struct wb_str out;
  wb_str_init(&out);
  wb_str_add(&out, "local puzzle = require \"puzzle\"\n\nreturn puzzle.course {\n  format = 1,\n");
  add_field(&out, "name", course->name);
  add_field(&out, "title", course->title);
  add_field(&out, "version", course->version);
  add_field(&out, "language", course->language);
  add_field(&out, "license", course->license);
  if (course->n_authors > 0) wb_str_add(&out, "  authors = {");
  for (size_t i = 0; i < course->n_authors; i++) {
    wb_str_add(&out, i > 0 ? ", " : " ");
    add_lua_text(&out, course->authors[i]);
  }
  if (course->n_authors > 0) wb_str_add(&out, " },\n");
  wb_str_addf(&out, "  hints = { after = %u, singly = %s },\n", course->hints_after,
              course->hints_singly ? "true" : "false");
  if (course->n_assignments > 0) wb_str_add(&out, "  assignments = {\n");
  for (size_t i = 0; i < course->n_assignments; i++) add_assignment(&out, &course->assignments[i]);
  if (course->n_assignments > 0) wb_str_add(&out, "  },\n");
  wb_str_add(&out, "  solutions = \"never\",\n  pack = \"student\",\n}\n");
  return wb_str_detach(&out);
}

/* Asks a judge, which alone reads specs. */
static enum wb_status student_spec(const struct wb_course *course, const char *slug, char **text,
                                   struct wb_error *err) {
  struct wb_judge *judge = NULL;
  bool done = false;
  enum wb_status status = wb_judge_student_spec(course->root, slug, &judge, err);
  while (status == WB_OK && !done) {
    struct wb_event event = {.kind = WB_EVENT_NONE};
    status = wb_judge_next(judge, &event, err);
    if (status != WB_OK) break;
    done = event.kind != WB_EVENT_NONE;
    if (!done) poll(&(struct pollfd){.fd = wb_judge_fd(judge), .events = POLLIN}, 1, 100);
    if (event.kind == WB_EVENT_SPEC) {
      *text = event.text;
      event.text = NULL;
    } else if (done) {
      const struct wb_result *result = event.result;
      status = wb_fail(
          err, WB_ERR_SPEC, "%s",
          result != NULL && result->detail != NULL ? result->detail : "the judge ended early");
    }
    wb_event_release(&event);
  }
  wb_judge_free(judge);
  return status;
}

/* What its programs may read, which is no answer. */
static enum wb_status list_files(const struct wb_course *course,
                                 const struct wb_puzzle_summary *puzzle,
                                 struct wb_archive_list *list, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < puzzle->n_files && status == WB_OK; i++) {
    char *path = wb_format("puzzles/%s/%s", puzzle->slug, puzzle->files[i]);
    status = add_path(course, path, 0, list, err);
    free(path);
  }
  return status;
}

static enum wb_status list_puzzle(const struct wb_course *course,
                                  const struct wb_puzzle_summary *puzzle,
                                  struct wb_archive_list *list, struct wb_error *err) {
  const char *slug = puzzle->slug;
  char *lesson = wb_format("puzzles/%s/lesson.md", slug);
  char *starter = wb_course_starter(course, slug), *text = NULL;
  enum wb_status status = add_path(course, lesson, 0, list, err);
  if (status == WB_OK) status = add_path(course, starter + strlen(course->root) + 1, 0, list, err);
  if (status == WB_OK) status = list_files(course, puzzle, list, err);
  if (status == WB_OK) status = student_spec(course, slug, &text, err);
  if (status == WB_OK)
    wb_archive_list_add(list, wb_format("puzzles/%s/puzzle.lua", slug), text, strlen(text));
  free(starter);
  free(lesson);
  return status;
}

/* So that a learner's progress goes on in this edition. */
static enum wb_status list_former_names(const struct wb_course *course,
                                        struct wb_archive_list *list, struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct wb_former_names former;
  wb_course_former_names(course, &former);
  for (size_t i = 0; i < former.slugs.count && status == WB_OK; i++) {
    char *mark = wb_course_former_mark(former.slugs.items[i], former.names.items[i]);
    status = add_path(course, mark, 0, list, err);
    free(mark);
  }
  wb_former_names_release(&former);
  return status;
}

/* Pages between the puzzles: chapters and words. */
static enum wb_status list_pages(const struct wb_course *course, const char *folder,
                                 struct wb_archive_list *list, struct wb_error *err) {
  struct wb_names names;
  enum wb_status status = WB_OK;
  char *full = wb_path_join(course->root, folder);
  wb_names_init(&names);
  if (wb_is_directory(full)) status = wb_directory_list(full, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++) {
    char *path = wb_format("%s/%s", folder, names.items[i]);
    if (wb_ends_with(path, ".md") && !is_leftover(names.items[i]))
      status = add_path(course, path, 0, list, err);
    free(path);
  }
  wb_names_release(&names);
  free(full);
  return status;
}

static enum wb_status list_for_student(const struct wb_session *session, int stop_fd,
                                       struct wb_archive_list *list, struct wb_error *err) {
  const struct wb_course *course = &session->course;
  enum wb_status status = add_licences(course, list, err);
  char *about = student_course(&session->catalog.course);
  wb_archive_list_add(list, wb_strdup("course.lua"), about, strlen(about));
  if (status == WB_OK) status = list_pages(course, "puzzles", list, err);
  if (status == WB_OK) status = list_pages(course, "puzzles/chapters", list, err);
  if (status == WB_OK) status = add_path(course, "kernels/include", 0, list, err);
  if (status == WB_OK) status = list_former_names(course, list, err);
  for (size_t i = 0; i < session->catalog.count && status == WB_OK; i++) {
    status = check_going_on(stop_fd, err);
    if (status == WB_OK) status = list_puzzle(course, &session->catalog.items[i], list, err);
  }
  return status;
}

/* ---- the archive ----------------------------------------------------------------------------- */

/* A mistake would be handed out. */
static enum wb_status check_course(const struct wb_session *session, struct wb_error *err) {
  const struct wb_catalog *catalog = &session->catalog;
  if (catalog->course.name == NULL)
    return wb_fail(err, WB_ERR_SPEC,
                   "%s has no course.lua, which says what the course is called: a pack needs it",
                   session->course.root);
  for (size_t i = 0; i < catalog->count; i++)
    if (catalog->items[i].error != NULL)
      return wb_fail(err, WB_ERR_SPEC, "%s", catalog->items[i].error);
  return WB_OK;
}

enum wb_status wb_pack_list_for_grader(const struct wb_session *session,
                                       struct wb_archive_list *list, struct wb_error *err) {
  enum wb_status status = check_course(session, err);
  if (status == WB_OK && session->catalog.course.pack != NULL)
    status = wb_fail(err, WB_ERR_SPEC, "this is a student's pack: it has nothing to grade with");
  if (status == WB_OK) status = list_for_grader(session, list, err);
  return status;
}

enum wb_status wb_pack_make(const struct wb_session *session, enum wb_pack_kind kind,
                            const char *path, int stop_fd, struct wb_pack *pack,
                            struct wb_error *err) {
  struct wb_archive_list list = {.items = NULL};
  const struct wb_archive_target target = {.path = path,
                                           .root = session->course.root,
                                           .folder = session->catalog.course.name,
                                           .stop_fd = stop_fd};
  *pack = (struct wb_pack){.puzzles = session->catalog.count};
  enum wb_status status = wb_archive_check_name(path, err);
  if (status == WB_OK && kind == WB_PACK_GRADER)
    status = wb_pack_list_for_grader(session, &list, err);
  else if (status == WB_OK)
    status = check_course(session, err);
  if (status == WB_OK && kind == WB_PACK_STUDENT)
    status = list_for_student(session, stop_fd, &list, err);
  pack->files = list.count;
  if (status == WB_OK) status = wb_archive_write(&list, &target, &pack->bytes, err);
  wb_archive_list_release(&list);
  return status;
}
