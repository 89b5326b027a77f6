#include "course/course.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

static char *folder; /* the real path of an empty one */
static char *root;   /* a course in it */

static char *in_folder(const char *name) { return wb_path_join(folder, name); }

static void put(const char *name, const char *text) {
  char *path = in_folder(name);
  char *parent = wb_path_dirname(path);
  CHECK_INT(wb_make_directories(parent, NULL), WB_OK);
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), NULL), WB_OK);
  free(parent);
  free(path);
}

static void check_content(const char *path, const char *expected) {
  struct wb_str text;
  wb_str_init(&text);
  CHECK_INT(wb_file_read(path, 1000, &text, NULL), WB_OK);
  CHECK_STRING(text.data, expected);
  wb_str_release(&text);
}

static void make_course(void) {
  put("course/puzzles/01-map/puzzle.lua", "");
  put("course/kernels/01-map.cl", "starter\n");
  put("course/solutions/01-map/wrong/b.cl", "");
  put("course/solutions/01-map/wrong/a.cl", "");
  put("course/solutions/01-map/wrong/notes.txt", "");
  put("course/solutions/01-map/wrong/.hidden.cl", "");
  put("bare/readme", "");
}

static void check_root(const char *wanted, const char *expected) {
  struct wb_course course;
  CHECK_INT(wb_course_open(&course, wanted, NULL, NULL), WB_OK);
  CHECK_STRING(course.root, expected);
  wb_course_release(&course);
}

static void check_refused(const char *wanted, const char *part) {
  struct wb_course course;
  struct wb_error err = {0};
  CHECK(wb_course_open(&course, wanted, NULL, &err) != WB_OK);
  CHECK(course.root == NULL && course.work == NULL);
  if (!CHECK(strstr(err.message, part) != NULL)) printf("# %s\n", err.message);
}

static void discovery_goes_in_order(void) {
  char *deep = in_folder("course/puzzles/01-map");
  char *other = in_folder("other");
  char *link = in_folder("link");
  put("other/puzzles/x", "");
  put("other/kernels/x", "");
  CHECK_INT(symlink(root, link), 0);
  CHECK_INT(chdir(deep), 0);
  check_root(NULL, root);
  check_root("../..", root);
  check_root(link, root);
  setenv("WORKBENCH_COURSE", other, 1);
  check_root(NULL, other);
  check_root(root, root);
  setenv("WORKBENCH_COURSE", "", 1);
  check_root(NULL, root);
  CHECK_INT(chdir(folder), 0);
  free(link);
  free(other);
  free(deep);
}

static void what_is_no_course_is_named(void) {
  char *bare = in_folder("bare");
  char *none = in_folder("none");
  put("half/puzzles/x", "");
  char *half = in_folder("half");
  check_refused(bare, "has no folder puzzles/ (as you named it)");
  check_refused(none, "there is no folder or archive");
  check_refused(half, "has no folder kernels/");
  setenv("WORKBENCH_COURSE", bare, 1);
  check_refused(NULL, "from WORKBENCH_COURSE");
  setenv("WORKBENCH_COURSE", "", 1);
  free(half);
  free(none);
  free(bare);
}

/* ---- which there are ---- */

static void check_place(const char *wanted, const char *path, bool is_archive, bool is_guess) {
  struct wb_course_place place;
  struct wb_error err = {0};
  if (!CHECK_INT(wb_course_find(&place, wanted, &err), WB_OK)) printf("# %s\n", err.message);
  CHECK_STRING(place.path, path);
  CHECK_INT(place.is_archive, is_archive);
  CHECK_INT(place.is_guess, is_guess);
  free(place.path);
}

static void courses_have_folders_of_their_own(void) {
  struct wb_names paths;
  char *own = in_folder("data/workbench/courses/gpu-101");
  char *archive = in_folder("data/workbench/courses/gpu-102.tar.xz");
  char *shared = in_folder("share/workbench/courses/gpu-103");
  char *data = in_folder("data"), *share = in_folder("share"), *state = in_folder("state");
  put("data/workbench/courses/gpu-101/puzzles/x", "");
  put("data/workbench/courses/gpu-101/kernels/x", "");
  put("data/workbench/courses/gpu-102.tar.xz", "");
  put("data/workbench/courses/notes.txt", "");
  put("data/workbench/courses/.gpu-104.zip", "");
  put("share/workbench/courses/gpu-101.zip", ""); /* the person's own wins */
  put("share/workbench/courses/gpu-103/puzzles/x", "");
  put("share/workbench/courses/gpu-103/kernels/x", "");
  setenv("XDG_DATA_HOME", data, 1);
  setenv("XDG_DATA_DIRS", share, 1);
  setenv("XDG_STATE_HOME", state, 1);
  wb_names_init(&paths);
  wb_course_list(&paths);
  if (CHECK(paths.count >= 3)) {
    CHECK_STRING(paths.items[0], own);
    CHECK_STRING(paths.items[1], archive);
    CHECK_STRING(paths.items[2], shared);
  }
  check_place("gpu-101", own, false, false);
  check_place("gpu-102", archive, true, false);
  check_place("gpu-103", shared, false, false);
  check_refused("gpu-10", "there is no course gpu-10; did you mean gpu-101?");
  check_refused("data/workbench/courses/notes.txt", "neither a folder nor an archive");
  check_refused("gpu-102", "is an archive; a folder is needed here");
  wb_names_release(&paths);
  free(state);
  free(share);
  free(data);
  free(shared);
  free(archive);
  free(own);
}

static void a_choice_holds_where_no_course_is_around(void) {
  struct wb_course course;
  char *own = in_folder("data/workbench/courses/gpu-101");
  char *archive = in_folder("data/workbench/courses/gpu-102.tar.xz");
  char *elsewhere = in_folder("elsewhere");
  CHECK_INT(wb_make_directories(elsewhere, NULL), WB_OK);
  CHECK_INT(chdir(elsewhere), 0);
  CHECK(wb_course_chosen() == NULL);
  CHECK_INT(wb_course_choose(archive, NULL), WB_OK);
  check_place(NULL, archive, true, false);
  CHECK_INT(wb_course_choose(own, NULL), WB_OK);
  check_place(NULL, own, false, false);
  CHECK_INT(chdir(root), 0);
  check_place(NULL, root, false, false); /* the one around wins */
  CHECK_INT(chdir(elsewhere), 0);
  CHECK_INT(wb_course_choose("/nowhere/gpu", NULL), WB_OK);
  CHECK(wb_course_chosen() == NULL); /* it was taken away */
  CHECK_INT(chdir(folder), 0);
  wb_course_open_at(&course, own, archive, "gpu-102:student");
  CHECK_STRING(course.key, "gpu-102:student");
  CHECK_STRING(course.named, archive);
  CHECK(wb_ends_with(course.work, "/gpu-workbench/gpu-102"));
  wb_course_release(&course);
  wb_course_open_at(&course, own, NULL, NULL);
  CHECK_STRING(course.key, own);
  CHECK_STRING(course.named, own);
  wb_course_release(&course);
  free(elsewhere);
  free(archive);
  free(own);
}

/* The executable is copied out of the tree, where there is no course around. */
static void no_course_says_what_to_do(void) {
  char *copy = in_folder("bare/course.t");
  char *bare = in_folder("bare");
  char *command =
      wb_format("cp /proc/%d/exe %s && cd %s && ./course.t --no-course", (int)getpid(), copy, bare);
  if (wb_is_directory(WB_PREFIX "/share/workbench"))
    tap_skip("a course is installed");
  else
    CHECK_INT(system(command), 0);
  unlink(copy);
  free(command);
  free(bare);
  free(copy);
}

/* A copy of this program in a tree like an installed one, run elsewhere. */
static void installed_course_is_found_and_holds_no_work(void) {
  put("prefix/bin/readme", "");
  put("prefix/share/workbench/puzzles/x", "");
  put("prefix/share/workbench/kernels/x", "");
  char *command = wb_format(
      "cp /proc/%d/exe %s/prefix/bin/course.t && cd %s/bare && ../prefix/bin/course.t --expect "
      "%s/prefix/share/workbench",
      (int)getpid(), folder, folder, folder);
  CHECK_INT(system(command), 0);
  free(command);
}

static int expect_course(const char *expected) {
  struct wb_course course;
  unsetenv("WORKBENCH_COURSE");
  if (wb_course_open(&course, NULL, NULL, NULL) != WB_OK) return 1;
  bool same = strcmp(course.root, expected) == 0;
  bool apart = strncmp(course.work, expected, strlen(expected)) != 0;
  wb_course_release(&course);
  return same && apart ? 0 : 2;
}

static int expect_no_course(void) {
  struct wb_course course;
  struct wb_error err = {0};
  unsetenv("WORKBENCH_COURSE");
  if (wb_course_open(&course, NULL, NULL, &err) != WB_ERR_NOT_FOUND) return 1;
  return strstr(err.message, "set WORKBENCH_COURSE") != NULL ? 0 : 2;
}

static void check_work(const char *expected) {
  struct wb_course course;
  CHECK_INT(wb_course_open(&course, root, NULL, NULL), WB_OK);
  CHECK_STRING(course.work, expected);
  wb_course_release(&course);
}

static void work_folder_follows_the_environment(void) {
  char *own = in_folder("course/work");
  char *named = in_folder("mine");
  setenv("WORKBENCH_WORK", "", 1);
  check_work(own);
  CHECK(!wb_file_exists(own));
  setenv("WORKBENCH_WORK", named, 1);
  check_work(named);
  CHECK_INT(chdir(folder), 0);
  setenv("WORKBENCH_WORK", "mine", 1);
  check_work(named);
  setenv("WORKBENCH_WORK", "", 1);
  free(named);
  free(own);
}

/* As somebody whom permissions bind. */
static int open_as_nobody(void) {
  struct wb_course course;
  if (getuid() == 0 && setuid(65534) != 0) return 77;
  setenv("HOME", "/home/ada", 1);
  if (wb_course_open(&course, root, NULL, NULL) != WB_OK) return 1;
  return strcmp(course.work, "/home/ada/gpu-workbench") == 0 ? 0 : 2;
}

static void read_only_course_keeps_work_at_home(void) {
  int raw = 0;
  chmod(folder, 0755);
  chmod(root, 0555);
  pid_t child = fork();
  if (child == 0) _exit(open_as_nobody());
  waitpid(child, &raw, 0);
  chmod(root, 0755);
  CHECK(WIFEXITED(raw));
  CHECK_INT(WEXITSTATUS(raw), 0);
}

static void beginning_never_overwrites(void) {
  struct wb_course course;
  bool created = false;
  struct wb_error err = {0};
  CHECK_INT(wb_course_open(&course, root, NULL, NULL), WB_OK);
  char *path = wb_course_work_file(&course, "01-map");
  CHECK_INT(wb_course_begin(&course, "01-map", &created, &err), WB_OK);
  CHECK(created);
  check_content(path, "starter\n");
  CHECK(!wb_course_is_begun(&course, "01-map"));
  wb_file_write_atomic(path, "mine", 4, NULL);
  CHECK(wb_course_is_begun(&course, "01-map"));
  CHECK(!wb_course_is_begun(&course, "02-zip"));
  CHECK_INT(wb_course_begin(&course, "01-map", &created, &err), WB_OK);
  CHECK(!created);
  check_content(path, "mine");
  CHECK_INT(wb_course_begin(&course, "99-none", &created, &err), WB_ERR_SPEC);
  CHECK(strstr(err.message, "kernels/99-none.cl is missing") != NULL);
  free(path);
  wb_course_release(&course);
}

enum { RACERS = 8 };

/* All begin at once: one creates, and the file is whole. */
static void check_work_file(const struct wb_course *course, const char *slug,
                            const char *expected) {
  char *path = wb_course_work_file(course, slug);
  CHECK_STRING(wb_path_basename(path), expected);
  free(path);
}

static void own_file_is_found_under_another_number(void) {
  struct wb_course course = {0};
  struct wb_error err = {0};
  bool created = true;
  CHECK_INT(wb_course_open(&course, root, NULL, &err), WB_OK);
  course.work = (free(course.work), wb_path_join(folder, "renumbered"));
  put("renumbered/07-map.cl", "mine, older\n");
  put("renumbered/11-map.cl", "mine\n");
  put("renumbered/02-map-2d.cl", "of another puzzle\n");
  put("renumbered/09-map.cl.~1~", "a backup\n");
  put("renumbered/.09-map.cl", "of an editor\n");
  struct timespec long_ago[2] = {{.tv_sec = 1}, {.tv_sec = 1}};
  char *older = wb_path_join(course.work, "07-map.cl");
  CHECK_INT(utimensat(AT_FDCWD, older, long_ago, 0), 0);
  check_work_file(&course, "01-map", "11-map.cl");
  CHECK_INT(wb_course_begin(&course, "01-map", &created, &err), WB_OK);
  CHECK(!created);
  check_work_file(&course, "01-map", "11-map.cl");
  check_content(older, "mine, older\n");
  put("renumbered/01-map.cl", "with the present number\n");
  check_work_file(&course, "01-map", "01-map.cl");
  check_work_file(&course, "11-map", "11-map.cl");
  check_work_file(&course, "05-zip", "05-zip.cl");
  free(older);
  wb_course_release(&course);
}

static void puzzles_are_found_by_name(void) {
  struct wb_course course = {0};
  CHECK_INT(wb_course_open(&course, root, NULL, NULL), WB_OK);
  char *slug = wb_course_slug_named(&course, "map");
  CHECK_STRING(slug, "01-map");
  free(slug);
  slug = wb_course_slug_named(&course, "17-map");
  CHECK_STRING(slug, "01-map");
  free(slug);
  CHECK_STRING(wb_course_slug_named(&course, "ma"), NULL);
  for (const char *number = "01"; number != NULL; number = number[0] == '0' ? number + 1 : NULL) {
    slug = wb_course_slug_named(&course, number);
    CHECK_STRING(slug, "01-map");
    free(slug);
  }
  CHECK_STRING(wb_course_slug_named(&course, "17"), NULL);
  CHECK_STRING(wb_course_slug_named(&course, "4294967297"), NULL); /* 1 in 32 bits */
  wb_course_release(&course);
}

static void a_puzzle_is_found_under_names_that_it_had(void) {
  struct wb_course course = {0};
  CHECK_INT(wb_course_open(&course, root, NULL, NULL), WB_OK);
  course.work = (free(course.work), wb_path_join(folder, "renamed"));
  put("renamed/04-chart.cl", "mine\n");
  CHECK_STRING(wb_course_slug_named(&course, "chart"), NULL);
  check_work_file(&course, "01-map", "01-map.cl");
  put("course/kernels/01-map.formerly-chart", "");
  put("course/kernels/01-map.formerly-zip", "");
  char *slug = wb_course_slug_named(&course, "04-chart");
  CHECK_STRING(slug, "01-map");
  free(slug);
  check_work_file(&course, "01-map", "04-chart.cl");
  check_work_file(&course, "02-other", "02-other.cl");
  /* What another puzzle is called now is that puzzle's. */
  put("course/puzzles/09-chart/puzzle.lua", "");
  slug = wb_course_slug_named(&course, "04-chart");
  CHECK_STRING(slug, "09-chart");
  free(slug);
  check_work_file(&course, "01-map", "01-map.cl");
  check_work_file(&course, "09-chart", "04-chart.cl");
  wb_course_release(&course);
}

static void beginning_in_a_race_creates_once(void) {
  struct wb_course course;
  int creators = 0;
  put("course/kernels/02-race.cl", "whole starter\n");
  CHECK_INT(wb_course_open(&course, root, NULL, NULL), WB_OK);
  for (int i = 0; i < RACERS; i++) {
    if (fork() != 0) continue;
    bool created = false;
    enum wb_status status = wb_course_begin(&course, "02-race", &created, NULL);
    _exit(status != WB_OK ? 9 : created);
  }
  for (int i = 0; i < RACERS; i++) {
    int raw = 0;
    wait(&raw);
    CHECK(WIFEXITED(raw) && WEXITSTATUS(raw) <= 1);
    creators += WEXITSTATUS(raw);
  }
  char *path = wb_course_work_file(&course, "02-race");
  CHECK_INT(creators, 1);
  check_content(path, "whole starter\n");
  free(path);
  wb_course_release(&course);
}

/* Resets, and checks which backup that made. */
static void check_reset(const struct wb_course *course, const char *expected) {
  char *backup = NULL;
  CHECK_INT(wb_course_reset(course, "01-map", &backup, NULL), WB_OK);
  CHECK_STRING(backup, expected);
  free(backup);
}

static void reset_keeps_every_old_file(void) {
  struct wb_course course;
  CHECK_INT(wb_course_open(&course, root, NULL, NULL), WB_OK);
  char *path = wb_course_work_file(&course, "01-map");
  char *first = wb_format("%s.~1~", path);
  char *second = wb_format("%s.~2~", path);
  char *third = wb_format("%s.~3~", path);
  wb_file_write_atomic(second, "older", 5, NULL);
  check_reset(&course, first);
  check_content(first, "mine");
  check_content(path, "starter\n");
  check_reset(&course, third);
  check_content(second, "older");
  unlink(path);
  check_reset(&course, NULL);
  check_content(path, "starter\n");
  free(third);
  free(second);
  free(first);
  free(path);
  wb_course_release(&course);
}

static void reset_through_a_link_loses_nothing(void) {
  struct wb_course course;
  char *backup = NULL;
  put("elsewhere/kernel.cl", "precious");
  CHECK_INT(wb_course_open(&course, root, NULL, NULL), WB_OK);
  char *path = wb_course_work_file(&course, "01-map");
  char *target = in_folder("elsewhere/kernel.cl");
  unlink(path);
  CHECK_INT(symlink(target, path), 0);
  CHECK_INT(wb_course_reset(&course, "01-map", &backup, NULL), WB_OK);
  check_content(backup, "precious");
  check_content(target, "starter\n");
  struct stat info;
  CHECK(lstat(path, &info) == 0 && S_ISLNK(info.st_mode));
  free(backup);
  free(target);
  free(path);
  wb_course_release(&course);
}

static void reset_without_a_starter_touches_nothing(void) {
  struct wb_course course;
  char *backup = NULL;
  struct wb_error err = {0};
  CHECK_INT(wb_course_open(&course, root, NULL, NULL), WB_OK);
  put("course/work/03-gone.cl", "mine");
  char *path = wb_course_work_file(&course, "03-gone");
  CHECK_INT(wb_course_reset(&course, "03-gone", &backup, &err), WB_ERR_SPEC);
  CHECK_STRING(backup, NULL);
  check_content(path, "mine");
  free(path);
  wb_course_release(&course);
}

static void wrong_kernels_are_sorted(void) {
  struct wb_course course;
  struct wb_names names;
  wb_names_init(&names);
  CHECK_INT(wb_course_open(&course, root, NULL, NULL), WB_OK);
  CHECK_INT(wb_course_wrong(&course, "01-map", &names, NULL), WB_OK);
  CHECK_INT(names.count, 2);
  if (names.count == 2) {
    CHECK_STRING(wb_path_basename(names.items[0]), "a.cl");
    CHECK_STRING(wb_path_basename(names.items[1]), "b.cl");
    CHECK(names.items[0][0] == '/');
  }
  CHECK_INT(wb_course_wrong(&course, "99-none", &names, NULL), WB_OK);
  CHECK_INT(names.count, 2);
  wb_names_release(&names);
  wb_course_release(&course);
}

int main(int argc, char **argv) {
  char template[] = "/tmp/wb-course-XXXXXX";
  if (argc > 1 && strcmp(argv[1], "--no-course") == 0) return expect_no_course();
  if (argc > 2 && strcmp(argv[1], "--expect") == 0) return expect_course(argv[2]);
  if (mkdtemp(template) == NULL) return 1;
  folder = realpath(template, NULL);
  root = in_folder("course");
  unsetenv("WORKBENCH_COURSE");
  unsetenv("WORKBENCH_WORK");
  make_course();
  tap_run("the named course wins over the environment, and that over the folder",
          discovery_goes_in_order);
  tap_run("what is no course is named, and why", what_is_no_course_is_named);
  tap_run("courses have folders of their own", courses_have_folders_of_their_own);
  tap_run("a choice holds where no course is around", a_choice_holds_where_no_course_is_around);
  tap_run("without any course the error says what to do", no_course_says_what_to_do);
  tap_run("the course installed with the program is found, and holds no work",
          installed_course_is_found_and_holds_no_work);
  tap_run("the work folder follows the environment", work_folder_follows_the_environment);
  tap_run("a read-only course keeps work at home", read_only_course_keeps_work_at_home);
  tap_run("beginning never overwrites", beginning_never_overwrites);
  tap_run("a learner's file is found under another number, and the present one wins",
          own_file_is_found_under_another_number);
  tap_run("puzzles are found by name, whatever their number", puzzles_are_found_by_name);
  tap_run("and by names that they had", a_puzzle_is_found_under_names_that_it_had);
  tap_run("of many that begin at once, one creates", beginning_in_a_race_creates_once);
  tap_run("reset keeps every old file", reset_keeps_every_old_file);
  tap_run("reset through a symbolic link loses nothing", reset_through_a_link_loses_nothing);
  tap_run("reset without a starter touches nothing", reset_without_a_starter_touches_nothing);
  tap_run("wrong kernels are sorted, and other files left out", wrong_kernels_are_sorted);
  char *command = wb_format("rm -rf %s", folder);
  int removed = system(command);
  free(command);
  free(root);
  free(folder);
  return tap_finish() + (removed != 0);
}
