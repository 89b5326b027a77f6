/* The courses that a person can choose from, and the one that they chose. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/str.h"
#include "course/course.h"

enum { CHOICE_MAX_BYTES = 8192 };

static const char *const endings[] = {".tar.gz", ".tgz", ".tar.xz", ".tar.zst", ".tar", ".zip"};
enum { N_ENDINGS = sizeof endings / sizeof endings[0] };

/* The archive's ending; "" where it has none. */
static const char *ending_of(const char *path) {
  for (size_t i = 0; i < N_ENDINGS; i++)
    if (wb_ends_with(path, endings[i])) return endings[i];
  return "";
}

bool wb_course_is_archive(const char *path) { return ending_of(path)[0] != '\0'; }

char *wb_course_name_of(const char *path) {
  const char *name = wb_path_basename(path);
  const char *ending = wb_is_directory(path) ? "" : ending_of(path);
  return wb_strndup(name, strlen(name) - strlen(ending));
}

bool wb_course_is_folder(const char *path) {
  char *puzzles = wb_path_join(path, "puzzles"), *kernels = wb_path_join(path, "kernels");
  const bool is_course = wb_is_directory(puzzles) && wb_is_directory(kernels);
  free(kernels);
  free(puzzles);
  return is_course;
}

/* ---- folders ---- */

/* $VARIABLE, else ~/OTHERWISE; NULL where there is no home. */
static char *home_folder(const char *variable, const char *otherwise) {
  const char *chosen = wb_absolute_env(variable);
  if (chosen != NULL) return wb_strdup(chosen);
  char *home = wb_home_path();
  char *folder = home != NULL ? wb_path_join(home, otherwise) : NULL;
  free(home);
  return folder;
}

char *wb_course_data_folder(void) {
  char *data = home_folder("XDG_DATA_HOME", ".local/share");
  char *folder = data != NULL ? wb_path_join(data, "workbench") : NULL;
  free(data);
  return folder;
}

/* ---- what is in them ---- */

static bool is_named_already(const struct wb_names *paths, const char *path) {
  char *name = wb_course_name_of(path);
  bool taken = false;
  for (size_t i = 0; i < paths->count && !taken; i++) {
    char *other = wb_course_name_of(paths->items[i]);
    taken = strcmp(other, name) == 0;
    free(other);
  }
  free(name);
  return taken;
}

static void add_courses_in(const char *data, struct wb_names *paths) {
  struct wb_names names;
  char *folder = wb_path_join(data, "courses");
  wb_names_init(&names);
  if (wb_is_directory(folder)) wb_directory_list(folder, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    char *path = wb_path_join(folder, names.items[i]);
    char *real = names.items[i][0] != '.' ? realpath(path, NULL) : NULL;
    const bool is_course =
        real != NULL &&
        (wb_course_is_folder(real) || (wb_is_regular_file(real) && wb_course_is_archive(real)));
    if (is_course && !is_named_already(paths, real)) wb_names_add(paths, real);
    free(real);
    free(path);
  }
  wb_names_release(&names);
  free(folder);
}

/* The XDG base directory specification's list. */
static void add_system_courses(struct wb_names *paths) {
  const char *folders = getenv("XDG_DATA_DIRS");
  if (folders == NULL || folders[0] == '\0') folders = "/usr/local/share:/usr/share";
  for (const char *at = folders; *at != '\0'; at += *at == ':') {
    const size_t length = strcspn(at, ":");
    char *folder = wb_format("%.*s/workbench", (int)length, at);
    if (folder[0] == '/') add_courses_in(folder, paths);
    free(folder);
    at += length;
  }
  add_courses_in(WB_PREFIX "/share/workbench", paths);
}

void wb_course_list(struct wb_names *paths) {
  char *own = wb_course_data_folder();
  if (own != NULL) add_courses_in(own, paths);
  add_system_courses(paths);
  free(own);
}

/* ---- the one that was chosen ---- */

static char *choice_file(void) {
  char *state = home_folder("XDG_STATE_HOME", ".local/state");
  char *file = state != NULL ? wb_path_join(state, "gpu-workbench/course") : NULL;
  free(state);
  return file;
}

char *wb_course_chosen(void) {
  char *file = choice_file();
  char *text = file != NULL && wb_is_regular_file(file)
                   ? wb_file_read_text(file, CHOICE_MAX_BYTES, NULL)
                   : NULL;
  free(file);
  if (text == NULL) return NULL;
  text[strcspn(text, "\n")] = '\0';
  const bool there = text[0] == '/' && (wb_course_is_folder(text) ||
                                        (wb_is_regular_file(text) && wb_course_is_archive(text)));
  if (there) return text;
  free(text);
  return NULL;
}

enum wb_status wb_course_choose(const char *path, struct wb_error *err) {
  char *file = choice_file();
  if (file == NULL)
    return wb_fail(err, WB_ERR_IO, "there is no place to remember it: set HOME to a folder");
  char *folder = wb_path_dirname(file);
  char *line = wb_format("%s\n", path);
  enum wb_status status = wb_make_directories(folder, err);
  if (status == WB_OK) status = wb_file_write_atomic(file, line, strlen(line), err);
  free(line);
  free(folder);
  free(file);
  return status;
}
