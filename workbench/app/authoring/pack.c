#include "authoring/pack.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "base/str.h"
#include "result/event_json.h"
#include "session/course_archive.h"

enum { FILE_MAX_BYTES = 32 << 20, DEPTH_MAX = 12 };

/* What is packed: paths below the course's root, each with its content or, where that is NULL, the
 * file of that name. */
struct pack_list {
  struct pack_item {
    char *path;
    char *content;
  } * items;
  size_t count, capacity;
};

static void release_list(struct pack_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    free(list->items[i].path);
    free(list->items[i].content);
  }
  free(list->items);
}

/* Takes both over. */
static void add_item(struct pack_list *list, char *path, char *content) {
  list->items = wb_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
  list->items[list->count++] = (struct pack_item){path, content};
}

static int by_path(const void *a, const void *b) {
  return strcmp(((const struct pack_item *)a)->path, ((const struct pack_item *)b)->path);
}

/* ---- files of the course ------------------------------------------------------------------ */

/* What editors and systems leave behind. */
static bool is_leftover(const char *name) {
  return name[0] == '.' || wb_ends_with(name, "~") || wb_ends_with(name, ".swp");
}

static enum wb_status add_path(const struct wb_course *course, const char *path, unsigned depth,
                               struct pack_list *list, struct wb_error *err);

static enum wb_status add_folder(const struct wb_course *course, const char *path, unsigned depth,
                                 struct pack_list *list, struct wb_error *err) {
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
                               struct pack_list *list, struct wb_error *err) {
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
    add_item(list, wb_strdup(path), NULL);
  else
    status = wb_fail(err, WB_ERR_SPEC, "%s is %s; a pack holds files and folders only", path,
                     S_ISLNK(found.st_mode) ? "a link" : "no regular file");
  free(full);
  return status;
}

static enum wb_status add_licences(const struct wb_course *course, struct pack_list *list,
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

static enum wb_status list_for_grader(const struct wb_session *session, struct pack_list *list,
                                      struct wb_error *err) {
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
                                 const struct wb_puzzle_summary *puzzle, struct pack_list *list,
                                 struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < puzzle->n_files && status == WB_OK; i++) {
    char *path = wb_format("puzzles/%s/%s", puzzle->slug, puzzle->files[i]);
    status = add_path(course, path, 0, list, err);
    free(path);
  }
  return status;
}

static enum wb_status list_puzzle(const struct wb_course *course,
                                  const struct wb_puzzle_summary *puzzle, struct pack_list *list,
                                  struct wb_error *err) {
  const char *slug = puzzle->slug;
  char *lesson = wb_format("puzzles/%s/lesson.md", slug);
  char *starter = wb_course_starter(course, slug), *text = NULL;
  enum wb_status status = add_path(course, lesson, 0, list, err);
  if (status == WB_OK) status = add_path(course, starter + strlen(course->root) + 1, 0, list, err);
  if (status == WB_OK) status = list_files(course, puzzle, list, err);
  if (status == WB_OK) status = student_spec(course, slug, &text, err);
  if (status == WB_OK) add_item(list, wb_format("puzzles/%s/puzzle.lua", slug), text);
  free(starter);
  free(lesson);
  return status;
}

/* So that a learner's progress goes on in this edition. */
static enum wb_status list_former_names(const struct wb_course *course, struct pack_list *list,
                                        struct wb_error *err) {
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
                                 struct pack_list *list, struct wb_error *err) {
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
                                       struct pack_list *list, struct wb_error *err) {
  const struct wb_course *course = &session->course;
  enum wb_status status = add_licences(course, list, err);
  add_item(list, wb_strdup("course.lua"), student_course(&session->catalog.course));
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

/* ---- the archive
 * ---------------------------------------------------------------------------------- */

static const char *suffix_of(const char *path) {
  static const char *const suffixes[][2] = {{".tar.gz", ".tar.gz"},
                                            {".tgz", ".tar.gz"},
                                            {".tar.xz", ".tar.xz"},
                                            {".tar.zst", ".tar.zst"},
                                            {".zip", ".zip"}};
  for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
    if (wb_ends_with(path, suffixes[i][0])) return suffixes[i][1];
  return NULL;
}

static enum wb_status write_item(const struct wb_session *session, const struct pack_item *item,
                                 int stream, struct wb_error *err) {
  struct wb_str text;
  enum wb_status status = WB_OK;
  wb_str_init(&text);
  if (item->content != NULL) {
    wb_str_add(&text, item->content);
  } else {
    char *full = wb_path_join(session->course.root, item->path);
    status = wb_file_read(full, FILE_MAX_BYTES, &text, err);
    free(full);
  }
  char *head = wb_format("%zu %s/%s\n", text.length, session->catalog.course.name, item->path);
  if (strchr(item->path, '\n') != NULL)
    status = wb_fail(err, WB_ERR_SPEC, "a file's name has a line break; it cannot be packed");
  if (status == WB_OK) status = wb_write_exact(stream, head, strlen(head), -1, err);
  if (status == WB_OK) status = wb_write_exact(stream, text.data, text.length, -1, err);
  free(head);
  wb_str_release(&text);
  return status;
}

/* All files in one stream, as workbench-archive takes them, in memory. */
static enum wb_status write_stream(const struct wb_session *session, const struct pack_list *list,
                                   int stop_fd, int *stream, struct wb_error *err) {
  *stream = memfd_create("pack", MFD_CLOEXEC);
  enum wb_status status = *stream >= 0 ? WB_OK : wb_fail_errno(err, "cannot take memory");
  for (size_t i = 0; i < list->count && status == WB_OK; i++) {
    status = check_going_on(stop_fd, err);
    if (status == WB_OK) status = write_item(session, &list->items[i], *stream, err);
  }
  if (status == WB_OK) status = wb_write_exact(*stream, "\n", 1, -1, err);
  if (status == WB_OK && lseek(*stream, 0, SEEK_SET) != 0)
    status = wb_fail_errno(err, "cannot read what is to be packed");
  return status;
}

/* Beside its place, and renamed: there is a whole archive or the one before. */
static enum wb_status write_archive(int stream, const char *suffix, const char *path, int stop_fd,
                                    struct wb_pack *pack, struct wb_error *err) {
  struct stat made = {0};
  char *fresh = wb_format("%s.XXXXXX", path);
  const int out = mkostemp(fresh, O_CLOEXEC);
  enum wb_status status =
      out >= 0 ? WB_OK : wb_fail_errno(err, "cannot make a file beside %s", path);
  if (status == WB_OK) status = wb_archive_run("pack", suffix, stream, out, stop_fd, err);
  if (status == WB_OK && (fsync(out) != 0 || fstat(out, &made) != 0 || fchmod(out, 0644) != 0 ||
                          rename(fresh, path) != 0))
    status = wb_fail_errno(err, "cannot write %s", path);
  if (status == WB_OK)
    pack->bytes = (uint64_t)made.st_size;
  else if (out >= 0)
    unlink(fresh);
  if (out >= 0) close(out);
  free(fresh);
  return status;
}

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

enum wb_status wb_pack_make(const struct wb_session *session, enum wb_pack_kind kind,
                            const char *path, int stop_fd, struct wb_pack *pack,
                            struct wb_error *err) {
  struct pack_list list = {.items = NULL};
  const char *suffix = suffix_of(path);
  int stream = -1;
  *pack = (struct wb_pack){.puzzles = session->catalog.count};
  if (suffix == NULL)
    return wb_fail(err, WB_ERR_USAGE,
                   "%s does not say what archive it is to be: its name must end in .tar.gz, "
                   ".tar.xz, .tar.zst or .zip",
                   path);
  enum wb_status status = check_course(session, err);
  if (status == WB_OK && kind == WB_PACK_GRADER && session->catalog.course.pack != NULL)
    status = wb_fail(err, WB_ERR_SPEC, "this is a student's pack: it has nothing to grade with");
  if (status == WB_OK && kind == WB_PACK_STUDENT)
    status = list_for_student(session, stop_fd, &list, err);
  else if (status == WB_OK)
    status = list_for_grader(session, &list, err);
  if (list.count > 1) qsort(list.items, list.count, sizeof *list.items, by_path);
  pack->files = list.count;
  if (status == WB_OK) status = write_stream(session, &list, stop_fd, &stream, err);
  if (status == WB_OK) status = write_archive(stream, suffix, path, stop_fd, pack, err);
  if (stream >= 0) close(stream);
  release_list(&list);
  return status;
}
