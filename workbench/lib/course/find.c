#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "course/course.h"

static bool has_folder(const char *root, const char *name) {
  char *path = wb_path_join(root, name);
  bool there = wb_is_directory(path);
  free(path);
  return there;
}

static bool is_course(const char *folder) {
  return has_folder(folder, "puzzles") && has_folder(folder, "kernels");
}

/* `path` or the nearest folder above it that is a course; NULL if none is.
 * The caller frees. */
static char *course_around(const char *path) {
  char *folder = realpath(path, NULL);
  while (folder != NULL && !is_course(folder)) {
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
  char *folder = shared != NULL && is_course(shared) ? realpath(shared, NULL) : NULL;
  free(shared);
  free(directory);
  return folder;
}

/* The course that a build tree lies in, or that was installed with it. */
static char *course_of_executable(void) {
  char *folder = installed_course();
  char *directory = folder == NULL ? folder_of_executable() : NULL;
  if (directory != NULL) folder = course_around(directory);
  if (folder == NULL && is_course(WB_PREFIX "/share/workbench"))
    folder = wb_strdup(WB_PREFIX "/share/workbench");
  free(directory);
  return folder;
}

/* Somebody named this folder: anything but a course there is an error. */
static enum wb_status named_course(const char *wanted, const char *who_says, char **root,
                                   struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *folder = realpath(wanted, NULL);
  if (folder == NULL) {
    status = wb_fail(err, WB_ERR_NOT_FOUND, "there is no folder %s (%s)", wanted, who_says);
  } else if (!has_folder(folder, "puzzles")) {
    status = wb_fail(err, WB_ERR_NOT_FOUND,
                     "%s is not a course: it has no folder puzzles/ (%s). Name the folder that "
                     "holds puzzles/ and kernels/",
                     wanted, who_says);
  } else if (!has_folder(folder, "kernels")) {
    status = wb_fail(err, WB_ERR_SPEC, "the course %s has no folder kernels/ for its starters (%s)",
                     wanted, who_says);
  } else {
    *root = folder;
    folder = NULL;
  }
  free(folder);
  return status;
}

static enum wb_status find_root(const char *wanted, char **root, struct wb_error *err) {
  const char *named = getenv("WORKBENCH_COURSE");
  if (wanted != NULL) return named_course(wanted, "as you named it", root, err);
  if (named != NULL && named[0] != '\0')
    return named_course(named, "from WORKBENCH_COURSE", root, err);
  *root = course_around(".");
  if (*root == NULL) *root = course_of_executable();
  if (*root != NULL) return WB_OK;
  char *here = getcwd(NULL, 0);
  enum wb_status status =
      wb_fail(err, WB_ERR_NOT_FOUND,
              "no course here: neither %s nor a folder above it holds puzzles/ and kernels/. Run "
              "this in a course's folder, or set WORKBENCH_COURSE to one",
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

/* Learners' files can be kept in the course itself, but not in one that was installed, even by
 * somebody who may write there: it goes when the program is removed. */
static bool can_hold_work(const char *root, const char *work) {
  char *installed = installed_course();
  const bool is_installed = (installed != NULL && strcmp(root, installed) == 0) ||
                            strcmp(root, WB_PREFIX "/share/workbench") == 0;
  free(installed);
  if (is_installed) return false;
  return wb_file_exists(work) ? wb_is_writable_directory(work) : wb_is_writable_directory(root);
}

static char *find_work(const char *root) {
  const char *named = getenv("WORKBENCH_WORK");
  if (named != NULL && named[0] != '\0') return absolute_path(named);
  char *work = wb_path_join(root, "work");
  char *home = can_hold_work(root, work) ? NULL : wb_home_path();
  if (home != NULL) {
    free(work);
    work = wb_path_join(home, "gpu-workbench");
  }
  free(home);
  return work;
}

enum wb_status wb_course_open(struct wb_course *course, const char *wanted, struct wb_error *err) {
  *course = (struct wb_course){0};
  enum wb_status status = find_root(wanted, &course->root, err);
  if (status == WB_OK) course->work = find_work(course->root);
  return status;
}

void wb_course_release(struct wb_course *course) {
  free(course->root);
  free(course->work);
  *course = (struct wb_course){0};
}
