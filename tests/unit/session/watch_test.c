#include "session/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "tap.h"

static char folder[] = "/tmp/watch-test-XXXXXX";

static char *in_folder(const char *name) { return wb_format("%s/%s", folder, name); }

static void write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  if (!CHECK(file != NULL)) return;
  fputs(text, file);
  fclose(file);
}

static void a_saved_file_is_reported_once_when_quiet(void) {
  struct wb_watch watch;
  char *path = in_folder("kernel.cl");
  write_file(path, "one");
  wb_watch_init(&watch);
  wb_watch_set(&watch, path);
  CHECK(!wb_watch_check(&watch, 10000));
  write_file(path, "two!");
  CHECK(!wb_watch_check(&watch, 10010));
  write_file(path, "three");
  CHECK(!wb_watch_check(&watch, 10150)); /* quiet starts again */
  CHECK(!wb_watch_check(&watch, 10300));
  CHECK(wb_watch_check(&watch, 10360));
  CHECK(!wb_watch_check(&watch, 20000));
  wb_watch_release(&watch);
  free(path);
}

static void opening_it_for_writing_alone_is_no_save(void) {
  struct wb_watch watch;
  char *path = in_folder("kernel.cl");
  write_file(path, "one");
  wb_watch_init(&watch);
  wb_watch_set(&watch, path);
  FILE *file = fopen(path, "r+"); /* as micro does, to see whether it may */
  if (CHECK(file != NULL)) fclose(file);
  CHECK(!wb_watch_check(&watch, 10000));
  CHECK(watch.fd < 0 || watch.pending);
  CHECK(!wb_watch_check(&watch, 10300));
  wb_watch_release(&watch);
  free(path);
}

static void another_file_renamed_over_it_is_a_save(void) {
  struct wb_watch watch;
  char *path = in_folder("kernel.cl"), *other = in_folder("kernel.cl.tmp");
  write_file(path, "one");
  wb_watch_init(&watch);
  wb_watch_set(&watch, path);
  write_file(other, "new");
  CHECK(!wb_watch_check(&watch, 500)); /* not ours */
  CHECK(!watch.pending);
  CHECK_INT(rename(other, path), 0);
  CHECK(!wb_watch_check(&watch, 510));
  CHECK(wb_watch_check(&watch, 710));
  wb_watch_release(&watch);
  free(path);
  free(other);
}

static void without_inotify_a_look_each_second_finds_it(void) {
  struct wb_watch watch;
  char *path = in_folder("kernel.cl");
  write_file(path, "one");
  wb_watch_init(&watch);
  close(watch.fd);
  watch.fd = -1;
  wb_watch_set(&watch, path);
  wb_watch_check(&watch, 5000);
  write_file(path, "changed");
  CHECK(!wb_watch_check(&watch, 5100));
  CHECK(!watch.pending);
  CHECK(!wb_watch_check(&watch, 6000));
  CHECK(wb_watch_check(&watch, 6200));
  CHECK(wb_watch_timeout(&watch, 6200) > 0);
  wb_watch_release(&watch);
  free(path);
}

static void the_folder_may_come_later(void) {
  struct wb_watch watch;
  char *later = in_folder("later"), *path = in_folder("later/kernel.cl");
  wb_watch_init(&watch);
  wb_watch_set(&watch, path);
  wb_watch_check(&watch, 1000);
  CHECK_INT(mkdir(later, 0700), 0);
  write_file(path, "one");
  CHECK(!wb_watch_check(&watch, 2000));
  CHECK(wb_watch_check(&watch, 2200));
  unlink(path);
  rmdir(later);
  CHECK(!wb_watch_check(&watch, 2300));
  CHECK(wb_watch_check(&watch, 3400)); /* its end is a change too */
  CHECK(!watch.known.exists);
  wb_watch_release(&watch);
  free(path);
  free(later);
}

static void what_is_known_is_not_reported(void) {
  struct wb_watch watch;
  char *path = in_folder("kernel.cl");
  write_file(path, "one");
  wb_watch_init(&watch);
  wb_watch_set(&watch, path);
  CHECK(!wb_watch_sync(&watch));
  write_file(path, "another");
  CHECK(wb_watch_sync(&watch)); /* as after the editor: the caller knows */
  CHECK(!wb_watch_sync(&watch));
  unlink(path);
  wb_watch_release(&watch);
  free(path);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("a saved file is reported once, when it is quiet",
          a_saved_file_is_reported_once_when_quiet);
  tap_run("opening it for writing alone is no save", opening_it_for_writing_alone_is_no_save);
  tap_run("another file renamed over it is a save", another_file_renamed_over_it_is_a_save);
  tap_run("without inotify a look each second finds it",
          without_inotify_a_look_each_second_finds_it);
  tap_run("the folder may come later, and go", the_folder_may_come_later);
  tap_run("what the caller knows is not reported", what_is_known_is_not_reported);
  rmdir(folder);
  return tap_finish();
}
