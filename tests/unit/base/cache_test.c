#include "base/cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "tap.h"

static char folder[64];

static void fresh(void) {
  snprintf(folder, sizeof folder, "/tmp/wb-cache-XXXXXX");
  if (mkdtemp(folder) == NULL) abort();
  strcat(folder, "/kept");
}

static void forget(void) {
  char *command = wb_format("rm -rf '%.*s'", (int)(strlen(folder) - 5), folder);
  CHECK_INT(system(command), 0);
  free(command);
}

static const unsigned char *key(unsigned char n) {
  static unsigned char bytes[WB_SHA256_BYTES];
  memset(bytes, n, sizeof bytes);
  bytes[0] = 1; /* puts that do not trim */
  return bytes;
}

static bool has(unsigned char n, const char *content) {
  struct wb_str out;
  wb_str_init(&out);
  bool found = wb_cache_get(folder, key(n), &out) && strcmp(out.data, content) == 0;
  wb_str_release(&out);
  return found;
}

static void put(unsigned char n, const char *content) {
  wb_cache_put(folder, key(n), content, strlen(content));
}

static char *path_of(unsigned char n) {
  char hex[WB_SHA256_HEX];
  wb_sha256_hex(key(n), hex);
  return wb_format("%s/%s.kept", folder, hex);
}

static void what_was_put_is_there(void) {
  struct wb_str out;
  fresh();
  wb_str_init(&out);
  CHECK(!wb_cache_get(folder, key(1), &out) && !wb_file_exists(folder));
  put(1, "one");
  put(2, "");
  CHECK(has(1, "one") && has(2, "") && !has(3, ""));
  put(1, "another");
  CHECK(has(1, "another"));
  CHECK(!wb_cache_get(NULL, key(1), &out));
  wb_cache_put(NULL, key(1), "x", 1);
  wb_str_release(&out);
  forget();
}

static void overwrite(const char *path, const void *bytes, size_t length) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  CHECK(fd >= 0 && write(fd, bytes, length) == (ssize_t)length);
  close(fd);
}

static void damage_is_not_taken(void) {
  struct wb_str whole;
  fresh();
  wb_str_init(&whole);
  put(1, "some content");
  char *path = path_of(1), *other = path_of(2);
  CHECK(wb_file_read(path, 1000, &whole, NULL) == WB_OK && whole.length > 40);
  for (size_t length = 0; length < whole.length; length++) {
    overwrite(path, whole.data, length);
    CHECK(!has(1, "some content") && !has(1, ""));
  }
  for (size_t i = 0; i < whole.length; i++) {
    whole.data[i] = (char)(whole.data[i] ^ 0x10);
    overwrite(path, whole.data, whole.length);
    CHECK(!has(1, "some content"));
    whole.data[i] = (char)(whole.data[i] ^ 0x10);
  }
  put(1, "mended");
  CHECK(has(1, "mended"));
  CHECK(rename(path, other) == 0);
  CHECK(!has(2, "mended")); /* the content of another key */
  free(path);
  free(other);
  wb_str_release(&whole);
  forget();
}

static void others_are_not_trusted(void) {
  fresh();
  put(1, "one");
  char *path = path_of(1);
  CHECK(chmod(path, 0620) == 0 && !has(1, "one"));
  CHECK(chmod(path, 0600) == 0 && has(1, "one"));
  CHECK(chmod(folder, 0777) == 0 && !has(1, "one"));
  put(2, "two");
  CHECK(chmod(folder, 0700) == 0 && has(1, "one") && !has(2, "two"));
  CHECK(unlink(path) == 0 && symlink("/etc/hostname", path) == 0 && !has(1, "one"));
  CHECK(unlink(path) == 0 && mkfifo(path, 0600) == 0 && !has(1, "one"));
  if (geteuid() == 0) {
    put(3, "three");
    free(path);
    path = path_of(3);
    CHECK(chown(path, 12345, 12345) == 0 && !has(3, "three"));
    CHECK(chown(path, 0, 0) == 0 && has(3, "three"));
    CHECK(chown(folder, 12345, 12345) == 0 && !has(3, "three"));
  }
  free(path);
  forget();
}

static void a_place_that_cannot_be_is_an_empty_cache(void) {
  fresh();
  snprintf(folder + strlen(folder) - 5, 6, "/file");
  overwrite(folder, "x", 1);
  put(1, "one");
  CHECK(!has(1, "one"));
  CHECK(wb_cache_trim(folder, 0, NULL, NULL) == WB_OK);
  forget();
}

static void set_age(unsigned char n, long seconds) {
  char *path = path_of(n);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  now.tv_sec -= seconds;
  CHECK(utimensat(AT_FDCWD, path, (struct timespec[]){now, now}, 0) == 0);
  free(path);
}

static void the_unused_goes_first(void) {
  struct wb_cache_size size;
  fresh();
  put(1, "one");
  put(2, "two");
  put(3, "three");
  set_age(1, 900);
  set_age(2, 800);
  set_age(3, 700);
  CHECK(has(1, "one")); /* used: now it is the youngest */
  char *stranger = wb_format("%s/letter.txt", folder);
  char *whole = path_of(9), *half = wb_format("%s/12-%s", folder, strrchr(whole, '/') + 1);
  overwrite(stranger, "x", 1);
  overwrite(half, "half", 4);
  int writer = open(half, O_RDONLY | O_CLOEXEC);
  CHECK(writer >= 0 && flock(writer, LOCK_EX) == 0);
  CHECK(wb_cache_trim(folder, 100, &size, NULL) == WB_OK);
  CHECK_INT(size.files, 3);
  CHECK_INT(size.bytes, 3 * 40 + 11);
  CHECK(has(1, "one") && !has(2, "two") && has(3, "three"));
  CHECK(wb_cache_trim(folder, 0, NULL, NULL) == WB_OK);
  CHECK(!has(1, "one") && !has(3, "three") && wb_file_exists(stranger) && wb_file_exists(half));
  close(writer);
  CHECK(wb_cache_trim(folder, 0, NULL, NULL) == WB_OK && !wb_file_exists(half));
  free(stranger);
  free(whole);
  free(half);
  forget();
}

static void several_may_write_at_once(void) {
  fresh();
  char *content = malloc(100001);
  content[100000] = '\0';
  for (int child = 0; child < 4; child++) {
    if (fork() != 0) continue;
    memset(content, 'a' + child, 100000);
    for (int i = 0; i < 50; i++) put(1, content);
    _exit(0);
  }
  bool whole = true;
  for (int ended = 0; ended < 4;) {
    struct wb_str out;
    wb_str_init(&out);
    if (wb_cache_get(folder, key(1), &out))
      whole &= out.length == 100000 && out.data[0] == out.data[99999];
    wb_str_release(&out);
    if (waitpid(-1, NULL, WNOHANG) > 0) ended++;
  }
  CHECK(whole);
  struct wb_str out;
  wb_str_init(&out);
  CHECK(wb_cache_get(folder, key(1), &out));
  wb_str_release(&out);
  free(content);
  forget();
}

static void the_environment_says_where(void) {
  unsetenv("WORKBENCH_CACHE");
  setenv("XDG_CACHE_HOME", "/somewhere", 1);
  char *place = wb_cache_folder();
  CHECK_STRING(place, "/somewhere/gpu-workbench");
  free(place);
  setenv("WORKBENCH_CACHE", "/elsewhere", 1);
  place = wb_cache_folder();
  CHECK_STRING(place, "/elsewhere");
  free(place);
  setenv("WORKBENCH_KERNEL_CACHE", "/shared", 1);
  place = wb_cache_folder_of_kernels();
  CHECK_STRING(place, "/shared");
  free(place);
  place = wb_cache_folder_of(WB_CACHE_OF_PROGRAMS);
  CHECK_STRING(place, "/shared/programs");
  free(place);
  place = wb_cache_folder_of(WB_CACHE_OF_CHECKS);
  CHECK_STRING(place, "/elsewhere/checks");
  free(place);
  setenv("WORKBENCH_CACHE", "off", 1);
  CHECK(wb_cache_folder() == NULL);
  CHECK(wb_cache_folder_of_kernels() == NULL);
  unsetenv("WORKBENCH_KERNEL_CACHE");
  unsetenv("WORKBENCH_CACHE");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "/home/somebody", 1);
  place = wb_cache_folder();
  CHECK_STRING(place, "/home/somebody/.cache/gpu-workbench");
  free(place);
}

int main(void) {
  tap_run("what was put is there, and nothing else", what_was_put_is_there);
  tap_run("what is cut, changed or moved is not taken", damage_is_not_taken);
  tap_run("what others could have written is not taken", others_are_not_trusted);
  tap_run("a place that cannot be used is an empty cache",
          a_place_that_cannot_be_is_an_empty_cache);
  tap_run("what was not used for longest goes first", the_unused_goes_first);
  tap_run("several may write at once", several_may_write_at_once);
  tap_run("the environment says where it is", the_environment_says_where);
  return tap_finish();
}
