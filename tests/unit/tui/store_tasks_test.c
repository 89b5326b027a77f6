/* Progress where it cannot be kept at once: while another holds the database,
 * and where nothing can be written. Keys go on, and what was judged is kept in the end, or it is
 * said that it was not. */
#include <sqlite3.h>
#include <sys/resource.h>

#include "tui/pty_keys.h"

static sqlite3 *database;

static char *database_path(void) {
  return wb_path_join(pty_folder, "state/gpu-workbench/progress.db");
}

static bool hold(void) {
  char *path = database_path();
  bool held = CHECK_INT(sqlite3_open(path, &database), SQLITE_OK);
  sqlite3_busy_timeout(database, 2000);
  held = held && CHECK_INT(sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
  free(path);
  return held;
}

static void let_go(void) {
  sqlite3_exec(database, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_close(database);
}

static int take_number(void *data, int count, char **values, char **names) {
  (void)names;
  *(int *)data = count > 0 && values[0] != NULL ? atoi(values[0]) : 0;
  return 0;
}

static int attempts_kept(void) {
  char *path = database_path();
  sqlite3 *other = NULL;
  int attempts = -1;
  if (sqlite3_open(path, &other) == SQLITE_OK)
    sqlite3_exec(other, "SELECT sum(attempts) FROM progress", take_number, &attempts, NULL);
  sqlite3_close(other);
  free(path);
  return attempts;
}

static void quit(struct pty *pty) {
  struct wb_exit end = {0};
  pty_type(pty, ":q\r");
  CHECK(pty_wait_end(pty, &end));
  pty_close(pty);
}

static void a_held_store(void) {
  struct pty pty;
  pty_kernel("01-first", "// judge: accepted\n");
  if (!CHECK(pty_open_workbench(&pty, 30, 100, "1"))) return;
  pty_type(&pty, "1r");
  CHECK(pty_wait(&pty, "1 of 2 solved", true));
  while (attempts_kept() < 1) pty_take(&pty, 20); /* it is shown before it is kept */
  const int before = attempts_kept();
  if (!hold()) return;
  pty_type(&pty, "r");
  pty_measure_keys(&pty, "another holds the store", false);
  pty_type(&pty, "k");
  CHECK(pty_wait(&pty, "Not kept yet", true)); /* after the patience of store/ */
  CHECK_INT(attempts_kept(), before);
  let_go();
  CHECK(pty_wait(&pty, "is kept now", true));
  CHECK_INT(attempts_kept(), before + 1);
  quit(&pty);
}

static void a_held_store_at_the_end(void) {
  struct pty pty;
  struct wb_exit end = {0};
  pty_kernel("01-first", "// judge: accepted\n");
  if (!CHECK(pty_open_workbench(&pty, 30, 100, "1"))) return;
  if (!hold()) return;
  pty_type(&pty, "r");
  CHECK(pty_wait(&pty, "all 3 cases", true));
  pty_type(&pty, ":q\r");
  CHECK(pty_wait(&pty, "keeping your progress", true));
  const int before = attempts_kept();
  let_go();
  CHECK(pty_wait_end(&pty, &end));
  CHECK_INT(attempts_kept(), before + 1);
  pty_close(&pty);
}

/* No file of its may grow: as on a full disk, but for anyone. */
static void fill_disk(pid_t pid, bool full) {
  const struct rlimit limit = {.rlim_cur = full ? 1 : RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
  prlimit(pid, RLIMIT_FSIZE, &limit, NULL);
}

static void a_full_disk(void) {
  struct pty pty;
  pty_kernel("01-first", "// judge: accepted\n");
  if (!CHECK(pty_open_workbench(&pty, 30, 100, "1"))) return;
  const int before = attempts_kept();
  fill_disk(pty.pid, true);
  pty_type(&pty, "r");
  CHECK(pty_wait(&pty, "Not kept yet", true));
  CHECK(pty_wait(&pty, "all 3 cases", true)); /* the verdict is there all the same */
  pty_type(&pty, ":reset\ry");
  CHECK(pty_wait(&pty, "cannot write", true));
  pty_type(&pty, "3");
  CHECK(pty_wait(&pty, "judge: accepted", true)); /* and so is the kernel */
  fill_disk(pty.pid, false);
  CHECK(pty_wait(&pty, "is kept now", true));
  CHECK_INT(attempts_kept(), before + 1);
  quit(&pty);
}

static void a_full_disk_from_the_start(void) {
  struct pty pty;
  pty_kernel("01-first", "// judge: accepted\n");
  fill_disk(getpid(), true);
  const bool opened = pty_open_workbench(&pty, 30, 100, "1");
  fill_disk(getpid(), false);
  if (!CHECK(opened)) return;
  CHECK(pty_wait(&pty, "Progress is", true));
  pty_type(&pty, "r");
  CHECK(pty_wait(&pty, "all 3 cases", true));
  quit(&pty);
}

int main(void) {
  pty_make_folder(WB_TEST_ROOT "/tests/tui");
  tap_run("while another holds the store, keys are answered and the run is kept later",
          a_held_store);
  tap_run("a run that is not kept yet is waited for at the end", a_held_store_at_the_end);
  tap_run("on a full disk everything else works, and no source is lost", a_full_disk);
  tap_run("where the disk is full from the start, that is said", a_full_disk_from_the_start);
  pty_forget_folder();
  return tap_finish();
}
