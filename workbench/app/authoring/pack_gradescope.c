/* The zip of an autograder for Gradescope. */
#include <stdlib.h>
#include <string.h>

#include "authoring/pack.h"
#include "authoring/template.h"
#include "session/archive_pack.h"
#include "verbs/assignments.h"

enum { FILE_MAX_BYTES = 32 << 20 }; /* of what an archive holds (archive/archive.h) */

static enum wb_status add_file(struct wb_archive_list *list, char *path, const char *from,
                               struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = wb_file_read(from, FILE_MAX_BYTES, &text, err);
  const size_t length = text.length;
  if (status == WB_OK)
    wb_archive_list_add(list, path, wb_str_detach(&text), length);
  else
    free(path);
  wb_str_release(&text);
  return status;
}

/* The course in a folder of its name, wherever it lies. */
static enum wb_status add_course(const struct wb_session *session, struct wb_archive_list *list,
                                 struct wb_error *err) {
  struct wb_archive_list files = {.items = NULL};
  enum wb_status status = wb_pack_list_for_grader(session, &files, err);
  for (size_t i = 0; i < files.count && status == WB_OK; i++) {
    char *from = wb_path_join(session->course.root, files.items[i].path);
    status = add_file(list, wb_format("%s/%s", session->catalog.course.name, files.items[i].path),
                      from, err);
    free(from);
  }
  wb_archive_list_release(&files);
  return status;
}

static enum wb_status add_script(const char *templates, const char *name,
                                 const struct wb_blanks *blanks, struct wb_archive_list *list,
                                 struct wb_error *err) {
  struct wb_str text;
  char *path = wb_format("%s/gradescope/%s", templates, name);
  wb_str_init(&text);
  enum wb_status status = wb_template_read(path, blanks, &text, err);
  const size_t length = text.length;
  if (status == WB_OK) wb_archive_list_add(list, wb_strdup(name), wb_str_detach(&text), length);
  wb_str_release(&text);
  free(path);
  return status;
}

/* Names of courses and assignments have nothing that a shell would read otherwise. */
static enum wb_status add_scripts(const struct wb_session *session, const char *assignment,
                                  const char *source, struct wb_archive_list *list,
                                  struct wb_error *err) {
  struct wb_blanks blanks = {.items = NULL};
  char *templates = NULL;
  enum wb_status status = wb_template_folder(&templates, err);
  wb_blanks_set(&blanks, "@course@", wb_strdup(session->catalog.course.name));
  wb_blanks_set(&blanks, "@source@", wb_strdup(source));
  wb_blanks_set(&blanks, "@assignment@",
                assignment != NULL ? wb_format("--assignment %s ", assignment) : wb_strdup(""));
  if (status == WB_OK) status = add_script(templates, "setup.sh", &blanks, list, err);
  if (status == WB_OK) status = add_script(templates, "run_autograder", &blanks, list, err);
  wb_blanks_release(&blanks);
  free(templates);
  return status;
}

/* What the source is called in the pack, by its form. */
static enum wb_status name_source(const char *source, char **name, struct wb_error *err) {
  static const char *const ends[] = {".tar.gz", ".tgz", ".tar.xz", ".tar.zst"};
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
    if (wb_ends_with(source, ends[i])) {
      *name = wb_format("workbench%s", ends[i]);
      return WB_OK;
    }
  return wb_fail(err, WB_ERR_USAGE,
                 "--source: %s is no archive by its name, which ends in .tar.gz, .tar.xz or "
                 ".tar.zst",
                 source);
}

static enum wb_status check_names(const struct wb_session *session, const char *assignment,
                                  const char *path, struct wb_error *err) {
  const struct wb_assignment *found = NULL;
  if (!wb_ends_with(path, ".zip"))
    return wb_fail(err, WB_ERR_USAGE, "Gradescope takes zip files: %s does not end in .zip", path);
  return assignment == NULL
             ? WB_OK
             : wb_assignment_choose(&session->catalog.course, assignment, &found, err);
}

/* As bytes of a file that run_autograder makes its owner's alone. */
static void add_secret(const struct wb_gradescope_pack *order, struct wb_archive_list *list) {
  struct wb_str bytes;
  if (order->secret == NULL) return;
  wb_str_init(&bytes);
  wb_str_add_bytes(&bytes, order->secret, order->secret_bytes);
  wb_archive_list_add(list, wb_strdup("grading.secret"), wb_str_detach(&bytes),
                      order->secret_bytes);
}

enum wb_status wb_pack_gradescope(const struct wb_session *session,
                                  const struct wb_gradescope_pack *order, const char *path,
                                  int stop_fd, struct wb_pack *pack, struct wb_error *err) {
  struct wb_archive_list list = {.items = NULL};
  const struct wb_archive_target target = {.path = path, .bare = true, .stop_fd = stop_fd};
  char *name = NULL;
  *pack = (struct wb_pack){.puzzles = session->catalog.count};
  enum wb_status status = check_names(session, order->assignment, path, err);
  if (status == WB_OK) status = name_source(order->source, &name, err);
  if (status == WB_OK) status = add_course(session, &list, err);
  if (status == WB_OK) status = add_file(&list, wb_strdup(name), order->source, err);
  if (status == WB_OK) status = add_scripts(session, order->assignment, name, &list, err);
  if (status == WB_OK) add_secret(order, &list);
  pack->files = list.count;
  if (status == WB_OK) status = wb_archive_write(&list, &target, &pack->bytes, err);
  wb_archive_list_release(&list);
  free(name);
  return status;
}
