#include "cli/watched.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "tap.h"

/* Far longer than a thread that writes is kept waiting between two writes, on a busy machine too.
 */
enum { QUIET_MS = 400, LATER_MS = 50, OFTEN = 6, OFTEN_MS = 30, CLOCKS_MS = 10 };

static char folder[64], path[96], other[96];
static int never[2]; /* a pipe that nobody writes to */

static void write_text(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  fputs(text, file);
  fclose(file);
}

static void *write_later(void *text) {
  usleep(LATER_MS * 1000);
  write_text(path, text);
  return NULL;
}

/* As editors do that never leave half a file. */
static void *rename_later(void *text) {
  usleep(LATER_MS * 1000);
  write_text(other, text);
  rename(other, path);
  return NULL;
}

static void *write_often(void *text) {
  for (int i = 0; i < OFTEN; i++) {
    usleep(OFTEN_MS * 1000);
    write_text(path, text);
  }
  return NULL;
}

static double wait_for(void *(*writer)(void *), const char *text) {
  struct wb_watched watched;
  pthread_t thread;
  write_text(path, "before");
  wb_watched_open(&watched, path);
  CHECK(!wb_watched_changed(&watched));
  uint64_t start = wb_clock_ns();
  pthread_create(&thread, NULL, writer, (void *)text);
  CHECK(wb_watched_wait(&watched, QUIET_MS, never[0]));
  double took = wb_elapsed_ms(start);
  CHECK(!wb_watched_changed(&watched));
  pthread_join(thread, NULL);
  wb_watched_close(&watched);
  return took;
}

static void sees_a_write(void) {
  CHECK(wait_for(write_later, "in place") >= LATER_MS + QUIET_MS - CLOCKS_MS);
}

static void sees_a_rename(void) {
  CHECK(wait_for(rename_later, "renamed") >= LATER_MS + QUIET_MS - CLOCKS_MS);
}

static void waits_until_it_is_quiet(void) {
  CHECK(wait_for(write_often, "often") >= OFTEN * OFTEN_MS + QUIET_MS - CLOCKS_MS);
}

static void stops(void) {
  struct wb_watched watched;
  int now[2];
  CHECK(pipe(now) == 0);
  CHECK(write(now[1], "x", 1) == 1);
  wb_watched_open(&watched, path);
  CHECK(!wb_watched_wait(&watched, 100, now[0]));
  wb_watched_close(&watched);
}

static void waits_for_a_file_to_come_back(void) {
  struct wb_watched watched;
  write_text(path, "x");
  wb_watched_open(&watched, path);
  unlink(path);
  CHECK(!wb_watched_changed(&watched));
  write_text(path, "y");
  CHECK(wb_watched_changed(&watched));
  wb_watched_close(&watched);
}

static void works_without_inotify(void) {
  struct wb_watched watched;
  pthread_t thread;
  write_text(path, "before");
  wb_watched_open(&watched, path);
  wb_watched_close(&watched); /* what a file system without it leaves */
  pthread_create(&thread, NULL, write_later, "polled");
  CHECK(wb_watched_wait(&watched, 50, never[0]));
  pthread_join(thread, NULL);
}

int main(void) {
  snprintf(folder, sizeof folder, "/tmp/wb-watched-XXXXXX");
  if (mkdtemp(folder) == NULL || pipe(never) != 0) return 1;
  snprintf(path, sizeof path, "%s/kernel.cl", folder);
  snprintf(other, sizeof other, "%s/kernel.cl.new", folder);
  tap_run("a write in place is seen", sees_a_write);
  tap_run("a file renamed over it is seen", sees_a_rename);
  tap_run("several writes are one change, once they have ended", waits_until_it_is_quiet);
  tap_run("waiting can be stopped", stops);
  tap_run("a file that is gone for a moment has not changed", waits_for_a_file_to_come_back);
  tap_run("changes are seen without inotify", works_without_inotify);
  unlink(path);
  rmdir(folder);
  return tap_finish();
}
