#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/nearest.h"
#include "base/str.h"
#include "course/change.h"
#include "course/course.h"

static bool has_folder(const char *root, const char *name) {
  char *path = wb_path_join(root, name);
  bool there = wb_is_directory(path);
  free(path);
  return there;
}

/* Whoever writes a course.lua means that to be a course, whatever it lacks. */
static bool is_meant_as_course(const char *folder) {
  char *about = wb_path_join(folder, "course.lua");
  const bool there = wb_file_exists(about);
  free(about);
  return there || wb_course_is_folder(folder);
}

/* `path` or the nearest folder above it that is a course; NULL if none is.
 * The caller frees. */
static char *course_around(const char *path) {
  char *folder = realpath(path, NULL);
  while (folder != NULL && !is_meant_as_course(folder)) {
    bool top = strcmp(folder, "/") == 0;
    char *parent = top ? NULL : wb_path_dirname(folder);
    free(folder);
    folder = parent;
  }
  return folder;
}

/* The folder of this program; NULL: not known. The caller frees. */
static char *folder_of_executable(void) {
  char *executable = realpath("/proc/self/exe", NULL);
  char *directory = executable != NULL ? wb_path_dirname(executable) : NULL;
  free(executable);
  return directory;
}

/* `folder`/`name` where that is a folder, else NULL. */
static char *folder_inside(const char *folder, const char *name) {
  char *inside = wb_path_join(folder, name);
  char *found = wb_is_directory(inside) ? realpath(inside, NULL) : NULL;
  free(inside);
  return found;
}

char *wb_course_program_folder(const char *name) {
  char *directory = folder_of_executable();
  char *shared = directory != NULL ? wb_path_join(directory, "../share/workbench") : NULL;
  char *tree = directory != NULL ? course_around(directory) : NULL;
  char *found = shared != NULL ? folder_inside(shared, name) : NULL;
  if (found == NULL && tree != NULL) {
    char *sources = wb_path_join(tree, "workbench");
    found = folder_inside(sources, name);
    free(sources);
  }
  if (found == NULL) found = folder_inside(WB_PREFIX "/share/workbench", name);
  free(tree);
  free(shared);
  free(directory);
  return found;
}

/* The course that was installed with this program; NULL: there is none. The caller frees. */
static char *installed_course(void) {
  char *directory = folder_of_executable();
  char *shared = directory != NULL ? wb_path_join(directory, "../share/workbench") : NULL;
  char *folder = shared != NULL && wb_course_is_folder(shared) ? realpath(shared, NULL) : NULL;
  free(shared);
  free(directory);
  return folder;
}

/* The course that a build tree lies in, or that was installed with it. */
char *wb_course_of_program(void) {
  char *folder = installed_course();
  char *directory = folder == NULL ? folder_of_executable() : NULL;
  if (directory != NULL) folder = course_around(directory);
  if (folder == NULL && wb_course_is_folder(WB_PREFIX "/share/workbench"))
    folder = wb_strdup(WB_PREFIX "/share/workbench");
  free(directory);
  return folder;
}

/* ---- a course that somebody named ---- */

static enum wb_status fail_no_course(const char *wanted, const char *who_says,
                                     struct wb_error *err) {
  struct wb_names paths, names;
  wb_names_init(&paths);
  wb_names_init(&names);
  wb_course_list(&paths);
  for (size_t i = 0; i < paths.count; i++) {
    char *name = wb_course_name_of(paths.items[i]);
    wb_names_add(&names, name);
    free(name);
  }
  const char *near = strchr(wanted, '/') == NULL
                         ? wb_nearest(wanted, (const char *const *)names.items, names.count)
                         : NULL;
  enum wb_status status =
      near != NULL ? wb_fail(err, WB_ERR_NOT_FOUND, "there is no course %s; did you mean %s? (%s)",
                             wanted, near, who_says)
                   : wb_fail(err, WB_ERR_NOT_FOUND, "there is no folder or archive %s (%s)", wanted,
                             who_says);
  wb_names_release(&names);
  wb_names_release(&paths);
  return status;
}

/* The course of that name among those that can be chosen; NULL: there is none. */
static char *listed_course(const char *wanted) {
  struct wb_names paths;
  char *found = NULL;
  wb_names_init(&paths);
  if (strchr(wanted, '/') == NULL) wb_course_list(&paths);
  for (size_t i = 0; found == NULL && i < paths.count; i++) {
    char *name = wb_course_name_of(paths.items[i]);
    if (strcmp(name, wanted) == 0) found = wb_strdup(paths.items[i]);
    free(name);
  }
  wb_names_release(&paths);
  return found;
}

/* Whether a course's folder has what each must have. */
static enum wb_status check_folders(const char *path, const char *wanted, const char *who_says,
                                    struct wb_error *err) {
  static const char *const needed[] = {"puzzles", "kernels"};
  const bool meant = is_meant_as_course(path);
  for (size_t i = 0; i < sizeof needed / sizeof needed[0]; i++) {
    if (has_folder(path, needed[i])) continue;
    if (meant || has_folder(path, "puzzles"))
      return wb_fail(err, WB_ERR_SPEC,
                     "the course %s has no folder %s/ (%s). `workbench new --course DIR` makes "
                     "what a course lacks",
                     wanted, needed[i], who_says);
    return wb_fail(err, WB_ERR_NOT_FOUND,
                   "%s is not a course: it has no folder puzzles/ (%s). Name the folder that "
                   "holds puzzles/ and kernels/; `workbench new --course DIR` begins a course",
                   wanted, who_says);
  }
  return WB_OK;
}

/* Anything but a course there is an error. */
static enum wb_status named_course(const char *wanted, const char *who_says,
                                   struct wb_course_place *place, struct wb_error *err) {
  char *path = realpath(wanted, NULL);
  if (path == NULL) path = listed_course(wanted);
  enum wb_status status = WB_OK;
  if (path == NULL) {
    status = fail_no_course(wanted, who_says, err);
  } else if (!wb_is_directory(path) && wb_course_is_archive(path)) {
    place->is_archive = true;
  } else if (!wb_is_directory(path)) {
    status = wb_fail(err, WB_ERR_NOT_FOUND,
                     "%s is not a course: neither a folder nor an archive whose name ends in "
                     ".tar.gz, .tar.xz, .tar.zst or .zip (%s)",
                     wanted, who_says);
  } else {
    status = check_folders(path, wanted, who_says, err);
  }
  if (status == WB_OK)
    place->path = path;
  else
    free(path);
  return status;
}

/* ---- a course that nobody named ---- */

static bool has_courses(void) {
  struct wb_names paths;
  wb_names_init(&paths);
  wb_course_list(&paths);
  const bool any = paths.count > 0;
  wb_names_release(&paths);
  return any;
}

enum wb_status wb_course_find(struct wb_course_place *place, const char *wanted,
                              struct wb_error *err) {
  const char *named = getenv("WORKBENCH_COURSE");
  *place = (struct wb_course_place){0};
  if (wanted != NULL) return named_course(wanted, "as you named it", place, err);
  if (named != NULL && named[0] != '\0')
    return named_course(named, "from WORKBENCH_COURSE", place, err);
  place->path = course_around(".");
  if (place->path != NULL)
    return check_folders(place->path, place->path, "the one around this folder", err);
  place->path = wb_course_chosen();
  if (place->path != NULL) {
    place->is_archive = !wb_is_directory(place->path);
    return WB_OK;
  }
  place->path = wb_course_of_program();
  place->is_guess = has_courses();
  if (place->path != NULL) return WB_OK;
  char *here = getcwd(NULL, 0);
  enum wb_status status =
      wb_fail(err, WB_ERR_NOT_FOUND,
              "no course here: neither %s nor a folder above it holds puzzles/ and kernels/. Run "
              "this in a course's folder, choose one that `workbench courses` lists, or set "
              "WORKBENCH_COURSE to one",
              here != NULL ? here : "the current folder");
  free(here);
  return status;
}

/* A path of the environment, made absolute so that it means the same after a
 * change of folder. */
static char *absolute_path(const char *path) {
  char *here = getcwd(NULL, 0);
  char *joined = wb_path_join(here != NULL ? here : "/", path);
  free(here);
  return joined;
}

bool wb_course_is_installed(const char *root) {
  char *installed = installed_course();
  const bool is_installed = (installed != NULL && strcmp(root, installed) == 0) ||
                            strcmp(root, WB_PREFIX "/share/workbench") == 0;
  free(installed);
  return is_installed;
}

/* Learners' files can be kept in the course itself, but not in one that was installed, even by
 * somebody who may write there: it goes when the program is removed. */
static bool can_hold_work(const char *root, const char *work) {
  if (wb_course_is_installed(root)) return false;
  return wb_file_exists(work) ? wb_is_writable_directory(work) : wb_is_writable_directory(root);
}

/* Whether it lies in one of the folders of courses, beside others. */
static bool is_listed(const char *root) {
  struct wb_names paths;
  wb_names_init(&paths);
  wb_course_list(&paths);
  const bool listed = wb_names_have(&paths, root);
  wb_names_release(&paths);
  return listed;
}

/* `name`: of an archive's course, which is unpacked where nobody looks for their files. */
static char *find_work(const char *root, const char *name) {
  const char *named = getenv("WORKBENCH_WORK");
  if (named != NULL && named[0] != '\0') return absolute_path(named);
  char *work = wb_path_join(root, "work");
  char *home = name != NULL || !can_hold_work(root, work) ? wb_home_path() : NULL;
  if (home != NULL) {
    const char *within = name != NULL ? name : is_listed(root) ? wb_path_basename(root) : "";
    free(work);
    work = wb_format("%s/gpu-workbench%s%s", home, within[0] != '\0' ? "/" : "", within);
  }
  free(home);
  return work;
}

char *wb_course_read_only_folder(const struct wb_course *course) {
  const char *named = getenv("WORKBENCH_WORK");
  char *folder = wb_path_join(course->root, "work");
  const bool is_named = named != NULL && named[0] != '\0';
  const bool from_archive = strcmp(course->key, course->root) != 0;
  if (is_named || from_archive || strcmp(folder, course->work) == 0 ||
      wb_course_is_installed(course->root)) {
    free(folder);
    folder = NULL;
  } else if (!wb_file_exists(folder)) {
    free(folder);
    folder = wb_strdup(course->root);
  }
  return folder;
}

void wb_course_open_at(struct wb_course *course, const char *root, const char *archive,
                       const char *name) {
  *course = (struct wb_course){.root = wb_strdup(root),
                               .key = wb_strdup(name != NULL ? name : root),
                               .named = wb_strdup(archive != NULL ? archive : root)};
  /* A student's pack of a course is called NAME:student; its kernels are kept as NAME's. */
  char *folder = name != NULL ? wb_strndup(name, strcspn(name, ":")) : NULL;
  course->work = find_work(root, folder);
  free(folder);
}

enum wb_status wb_course_open(struct wb_course *course, const char *wanted, char **archive,
                              struct wb_error *err) {
  struct wb_course_place place;
  *course = (struct wb_course){0};
  enum wb_status status = wb_course_find(&place, wanted, err);
  if (status == WB_OK && !place.is_archive) {
    status = wb_course_change_finish(place.path, err);
    if (status == WB_OK) wb_course_open_at(course, place.path, NULL, NULL);
  } else if (status == WB_OK && archive != NULL) {
    *archive = place.path;
    place.path = NULL;
  } else if (status == WB_OK) {
    status = wb_fail(err, WB_ERR_USAGE, "%s is an archive; a folder is needed here", place.path);
  }
  free(place.path);
  return status;
}

void wb_course_release(struct wb_course *course) {
  free(course->root);
  free(course->work);
  free(course->key);
  free(course->named);
  *course = (struct wb_course){0};
}
