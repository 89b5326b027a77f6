#include "course/change.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "course/course.h"
#include "tap.h"

static char *folder; /* the real path of an empty one */
static char *root;   /* the course in it */

static void put(const char *name, const char *text) {
  char *path = wb_path_join(root, name);
  char *parent = wb_path_dirname(path);
  CHECK_INT(wb_make_directories(parent, NULL), WB_OK);
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), NULL), WB_OK);
  free(parent);
  free(path);
}

static void run(const char *command) {
  char *line = wb_format("cd '%s' && { %s; }", folder, command);
  CHECK_INT(system(line), 0);
  free(line);
}

/* Two puzzles; the files of both say which they are. */
static void make_course(void) {
  run("rm -rf course; mkdir course");
  put("puzzles/01-map/puzzle.lua", "map\n");
  put("puzzles/02-zip/puzzle.lua", "zip\n");
  put("puzzles/02-zip/lesson.md", "zip\n");
  put("puzzles/chapters/first.md", "chapter\n");
  put("kernels/01-map.cl", "map\n");
  put("kernels/02-zip.cl", "zip\n");
  put("solutions/02-zip/accepted.cl", "zip\n");
}

/* Names and texts of all files, without what is hidden at the root; the caller frees. */
static char *snapshot(void) {
  struct wb_str text;
  char buffer[4096];
  wb_str_init(&text);
  char *line = wb_format(
      "cd '%s' && find . -name '.workbench*' -prune -o -type f -print0 | sort -z |"
      " xargs -0 -r perl -0777 -ne 's/[\\n]+\\z//; print \"$ARGV: $_\\n\"'",
      root);
  FILE *listing = popen(line, "r");
  for (size_t n; (n = fread(buffer, 1, sizeof buffer, listing)) > 0;)
    wb_str_add_bytes(&text, buffer, n);
  CHECK_INT(pclose(listing), 0);
  free(line);
  return wb_str_detach(&text);
}

/* A puzzle between the two. */
static void plan_insertion(struct wb_course_change *change) {
  wb_course_change_init(change, root);
  wb_course_change_move(change, "puzzles/02-zip", "puzzles/03-zip");
  wb_course_change_move(change, "kernels/02-zip.cl", "kernels/03-zip.cl");
  wb_course_change_move(change, "solutions/02-zip", "solutions/03-zip");
  wb_course_change_write(change, "puzzles/02-new/puzzle.lua", "new\n");
  wb_course_change_write(change, "puzzles/02-new/lesson.md", "new\n");
  wb_course_change_write(change, "kernels/02-new.cl", "new\n");
  wb_course_change_write(change, "solutions/02-new/accepted.cl", "new\n");
  wb_course_change_write(change, "solutions/02-new/wrong/one.cl", "new\n");
}

static const char old_course[] =
    "./kernels/01-map.cl: map\n"
    "./kernels/02-zip.cl: zip\n"
    "./puzzles/01-map/puzzle.lua: map\n"
    "./puzzles/02-zip/lesson.md: zip\n"
    "./puzzles/02-zip/puzzle.lua: zip\n"
    "./puzzles/chapters/first.md: chapter\n"
    "./solutions/02-zip/accepted.cl: zip\n";
static const char new_course[] =
    "./kernels/01-map.cl: map\n"
    "./kernels/02-new.cl: new\n"
    "./kernels/03-zip.cl: zip\n"
    "./puzzles/01-map/puzzle.lua: map\n"
    "./puzzles/02-new/lesson.md: new\n"
    "./puzzles/02-new/puzzle.lua: new\n"
    "./puzzles/03-zip/lesson.md: zip\n"
    "./puzzles/03-zip/puzzle.lua: zip\n"
    "./puzzles/chapters/first.md: chapter\n"
    "./solutions/02-new/accepted.cl: new\n"
    "./solutions/02-new/wrong/one.cl: new\n"
    "./solutions/03-zip/accepted.cl: zip\n";

static bool course_is(const char *expected) {
  char *found = snapshot();
  const bool same = strcmp(found, expected) == 0;
  free(found);
  return same;
}

static bool is_clean(void) {
  char *path = wb_path_join(root, WB_CHANGE_FOLDER);
  const bool clean = !wb_file_exists(path);
  free(path);
  return clean;
}

static void a_change_is_made(void) {
  struct wb_course_change change;
  struct wb_error err = {0};
  make_course();
  CHECK(course_is(old_course));
  plan_insertion(&change);
  CHECK_INT(wb_course_change_commit(&change, &err), WB_OK);
  CHECK_STRING(err.message, "");
  CHECK(course_is(new_course));
  CHECK(is_clean());
  wb_course_change_release(&change);
}

/* ---- trouble at each step ---- */

struct trouble {
  int steps;       /* until it begins */
  bool lasts;      /* from then on no step succeeds */
  bool is_a_crash; /* the process ends there */
};

static bool may_step(void *data) {
  struct trouble *trouble = data;
  if (trouble->steps-- > 0) return true;
  if (trouble->is_a_crash) _exit(9);
  return !trouble->lasts && trouble->steps < -1;
}

/* The outcome of the change with that trouble. */
static enum wb_status change_with(struct trouble trouble, struct wb_error *err) {
  struct wb_course_change change;
  make_course();
  plan_insertion(&change);
  change.may = may_step;
  change.data = &trouble;
  enum wb_status status = wb_course_change_commit(&change, err);
  wb_course_change_release(&change);
  return status;
}

static void check_error(const struct wb_error *err) {
  if (!CHECK(strstr(err->message, "No space left on device") != NULL))
    printf("# %s\n", err->message);
}

static void plan_removal(struct wb_course_change *change) {
  wb_course_change_init(change, root);
  wb_course_change_remove(change, "puzzles/02-zip");
  wb_course_change_remove(change, "kernels/02-zip.cl");
  wb_course_change_remove(change, "solutions/02-zip");
}

static const char course_without_zip[] =
    "./kernels/01-map.cl: map\n"
    "./puzzles/01-map/puzzle.lua: map\n"
    "./puzzles/chapters/first.md: chapter\n";

/* A journal, three moves. */
static void a_puzzle_is_removed_as_a_whole_or_not_at_all(void) {
  int failures = 0;
  for (int step = 0; step < 20; step++) {
    struct wb_course_change change;
    struct trouble trouble = {.steps = step};
    make_course();
    plan_removal(&change);
    change.may = may_step;
    change.data = &trouble;
    const bool done = wb_course_change_commit(&change, NULL) == WB_OK;
    failures += !done;
    CHECK(course_is(done ? course_without_zip : old_course));
    CHECK(is_clean() || step == 4);
    wb_course_change_release(&change);
  }
  CHECK_INT(failures, 4);
}

/* Bytes are no text: a 0 among them stays. */
static void files_may_hold_any_bytes(void) {
  struct wb_course_change change;
  struct wb_str bytes;
  make_course();
  wb_course_change_init(&change, root);
  wb_course_change_write_bytes(&change, "puzzles/02-new/data.npy", "a\0b", 3);
  CHECK_INT(wb_course_change_commit(&change, NULL), WB_OK);
  char *path = wb_path_join(root, "puzzles/02-new/data.npy");
  wb_str_init(&bytes);
  CHECK_INT(wb_file_read(path, 10, &bytes, NULL), WB_OK);
  CHECK_INT(bytes.length, 3);
  wb_str_release(&bytes);
  free(path);
  wb_course_change_release(&change);
}

/* Whoever opens the course finishes what can be finished. */
static void open_course(void) {
  struct wb_course course;
  struct wb_error err = {0};
  CHECK_INT(wb_course_open(&course, root, NULL, &err), WB_OK);
  CHECK_STRING(err.message, "");
  wb_course_release(&course);
}

static void a_step_that_fails_leaves_the_old_course(void) {
  int failures = 0;
  for (int step = 0; step < 50; step++) {
    struct wb_error err = {0};
    if (change_with((struct trouble){.steps = step}, &err) == WB_OK) continue;
    failures++;
    check_error(&err);
    if (!CHECK(course_is(old_course) && is_clean())) printf("# step %d\n", step);
  }
  /* Five files, a journal, six moves; that the journal cannot be removed is no failure. */
  CHECK_INT(failures, 12);
}

static void trouble_that_lasts_leaves_a_course_that_heals(void) {
  int failures = 0, halves = 0;
  for (int step = 0; step < 50; step++) {
    struct wb_error err = {0};
    if (change_with((struct trouble){.steps = step, .lasts = true}, &err) == WB_OK) continue;
    failures++;
    check_error(&err);
    const bool half = !course_is(old_course) && !course_is(new_course);
    halves += half;
    if (half) CHECK(strstr(err.message, "any command goes on with it") != NULL);
    open_course();
    if (!CHECK((course_is(old_course) || course_is(new_course)) && is_clean()))
      printf("# step %d\n", step);
  }
  CHECK_INT(failures, 12);
  CHECK(halves > 0);
}

static void a_crash_leaves_a_course_that_heals(void) {
  int crashes = 0, finished = 0;
  for (int step = 0; step < 50; step++) {
    int raw = 0;
    const pid_t child = fork();
    if (child == 0) {
      change_with((struct trouble){.steps = step, .is_a_crash = true}, NULL);
      _exit(0);
    }
    waitpid(child, &raw, 0);
    if (WEXITSTATUS(raw) != 9) break;
    crashes++;
    open_course();
    if (!CHECK(course_is(old_course) || course_is(new_course))) printf("# step %d\n", step);
    finished += course_is(new_course);
  }
  /* Before the journal stands the course is the old one, then it becomes the new one. */
  CHECK_INT(crashes, 13);
  CHECK_INT(finished, 7);
}

static void leftovers_of_a_crash_do_not_hinder_the_next(void) {
  struct wb_course_change change;
  struct wb_error err = {0};
  make_course();
  put(WB_CHANGE_FOLDER "/puzzles/02-new/puzzle.lua", "half of an older attempt");
  put(WB_CHANGE_FOLDER "/puzzles/09-other/puzzle.lua", "half of an older attempt");
  open_course();
  CHECK(course_is(old_course));
  plan_insertion(&change);
  CHECK_INT(wb_course_change_commit(&change, &err), WB_OK);
  CHECK(course_is(new_course) && is_clean());
  wb_course_change_release(&change);
}

/* ---- refusals ---- */

static void what_is_there_is_not_overwritten(void) {
  struct wb_course_change change;
  struct wb_error err = {0};
  make_course();
  put("solutions/02-new/notes.txt", "somebody's\n");
  char *before = snapshot();
  plan_insertion(&change);
  CHECK_INT(wb_course_change_commit(&change, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "solutions/02-new is there already") != NULL);
  CHECK(course_is(before) && is_clean());
  wb_course_change_release(&change);
  free(before);
}

static void check_refused_journal(const char *journal) {
  struct wb_course course;
  struct wb_error err = {0};
  make_course();
  put(WB_CHANGE_FOLDER "/moves", journal);
  CHECK_INT(wb_course_open(&course, root, NULL, &err), WB_ERR_SPEC);
  CHECK(strstr(err.message, "remove it") != NULL);
  CHECK(course_is(old_course));
  wb_course_release(&course);
}

static void a_journal_moves_nothing_but_puzzles(void) {
  check_refused_journal("puzzles/02-zip\t../elsewhere\n");
  check_refused_journal("puzzles/02-zip\tpuzzles/../../elsewhere\n");
  check_refused_journal("/etc/passwd\tpuzzles/passwd\n");
  check_refused_journal("puzzles/02-zip/lesson.md\tpuzzles/03-zip/lesson.md\n");
  check_refused_journal(WB_CHANGE_FOLDER "/../x\tpuzzles/x\n");
  check_refused_journal("puzzles/02-zip\tlua/02-zip\n");
  check_refused_journal("puzzles/02-zip\n");
  check_refused_journal("puzzles/02-zip\tpuzzles/.hidden\n");
}

/* Another process holds the course: who opens it meanwhile sees the new one, not half of it. */
static void a_change_of_another_process_is_waited_for(void) {
  make_course();
  const pid_t child = fork();
  if (child == 0) {
    const int lock = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0 || flock(lock, LOCK_EX) != 0) _exit(1);
    put(WB_CHANGE_FOLDER "/moves", "kernels/02-zip.cl\tkernels/03-zip.cl\n");
    usleep(200000);
    run("mv course/kernels/02-zip.cl course/kernels/03-zip.cl; rm -r course/" WB_CHANGE_FOLDER);
    _exit(0);
  }
  char *journal = wb_path_join(root, WB_CHANGE_FOLDER "/moves");
  while (!wb_file_exists(journal)) usleep(1000);
  open_course();
  CHECK(is_clean());
  waitpid(child, NULL, 0);
  free(journal);
}

int main(void) {
  char name[] = "/tmp/wb-change-XXXXXX";
  folder = realpath(mkdtemp(name), NULL);
  root = wb_path_join(folder, "course");
  tap_run("a change moves what follows and adds what is new", a_change_is_made);
  tap_run("a puzzle is removed as a whole or not at all",
          a_puzzle_is_removed_as_a_whole_or_not_at_all);
  tap_run("files may hold any bytes", files_may_hold_any_bytes);
  tap_run("a step that fails leaves the old course", a_step_that_fails_leaves_the_old_course);
  tap_run("trouble that lasts leaves a course that the next command heals",
          trouble_that_lasts_leaves_a_course_that_heals);
  tap_run("so does the end of the process at any step", a_crash_leaves_a_course_that_heals);
  tap_run("what an earlier crash left does not hinder",
          leftovers_of_a_crash_do_not_hinder_the_next);
  tap_run("what is there is not overwritten", what_is_there_is_not_overwritten);
  tap_run("a journal that somebody else wrote moves nothing but puzzles",
          a_journal_moves_nothing_but_puzzles);
  tap_run("a change that another process makes is waited for",
          a_change_of_another_process_is_waited_for);
  char *line = wb_format("rm -rf '%s'", folder);
  CHECK_INT(system(line), 0);
  free(line);
  free(root);
  free(folder);
  return tap_finish();
}
