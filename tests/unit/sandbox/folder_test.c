#include "sandbox/folder.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "tap.h"

static char place[] = "/tmp/wb-folder-XXXXXX";

static struct wb_folder make(void) {
  struct wb_folder folder;
  struct wb_error err = {0};
  CHECK_INT(wb_folder_make(&folder, &err), WB_OK);
  return folder;
}

static void run(const char *format, const char *path) {
  char *command = wb_format(format, path, path, path, path, path);
  CHECK_INT(system(command), 0);
  free(command);
}

static void it_is_private_and_empty(void) {
  struct wb_folder a = make(), b = make();
  struct stat found;
  struct wb_names names;
  if (!CHECK(a.path != NULL && b.path != NULL)) return;
  CHECK(strncmp(a.path, place, strlen(place)) == 0);
  CHECK(strcmp(a.path, b.path) != 0);
  CHECK_INT(stat(a.path, &found), 0);
  CHECK_INT(found.st_mode & 07777, 0700);
  wb_names_init(&names);
  CHECK_INT(wb_directory_list(a.path, &names, NULL), WB_OK);
  CHECK_INT(names.count, 0);
  wb_names_release(&names);
  char *path = wb_strdup(a.path);
  wb_folder_remove(&a);
  CHECK(!wb_file_exists(path));
  CHECK(wb_is_directory(b.path));
  wb_folder_remove(&b);
  wb_folder_remove(&b); /* once more, and of none, is nothing */
  wb_folder_remove(NULL);
  free(path);
}

/* Deep, locked, full of links: gone, and what links name stays. */
static void whatever_is_in_it_goes(void) {
  struct wb_folder folder = make();
  char *outside = wb_path_join(place, "outside");
  char *path = wb_strdup(folder.path);
  CHECK_INT(mkdir(outside, 0700), 0);
  char *kept = wb_path_join(outside, "kept");
  CHECK_INT(wb_file_create(kept, "x", 1, NULL), WB_OK);
  char *link = wb_path_join(folder.path, "link"), *deep_link = wb_path_join(folder.path, "a/link");
  run("mkdir -p %s/a/b/c && : >%s/a/b/c/d && mkfifo %s/a/pipe && : >%s/.hidden && "
      "ln -s /nowhere %s/a/b/loop",
      folder.path);
  CHECK_INT(symlink(outside, link), 0);
  CHECK_INT(symlink(outside, deep_link), 0);
  run("cd %s && perl -e 'mkdir \"x\" and chdir \"x\" or exit 1 for 1 .. 1500'", folder.path);
  run("chmod 0 %s/a/b/c && chmod 0 %s/a/b && chmod 500 %s/a", folder.path);
  wb_folder_remove(&folder);
  CHECK(!wb_file_exists(path));
  CHECK(wb_file_exists(kept));
  unlink(kept);
  rmdir(outside);
  free(link);
  free(deep_link);
  free(kept);
  free(outside);
  free(path);
}

static void what_a_killed_process_left_goes_with_the_next(void) {
  struct wb_folder mine = make(), next;
  int ends[2];
  char path[256] = "";
  CHECK_INT(pipe(ends), 0);
  pid_t child = fork();
  if (child == 0) {
    struct wb_folder folder = make();
    char *file = wb_path_join(folder.path, "file");
    wb_file_create(file, "x", 1, NULL);
    if (write(ends[1], folder.path, strlen(folder.path)) < 0) _exit(1);
    pause();
    _exit(0);
  }
  CHECK(read(ends[0], path, sizeof path - 1) > 0);
  next = make();
  CHECK(wb_is_directory(path)); /* it lives */
  wb_folder_remove(&next);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  CHECK(wb_is_directory(path));
  next = make();
  CHECK(!wb_file_exists(path));
  CHECK(wb_is_directory(mine.path));
  wb_folder_remove(&next);
  wb_folder_remove(&mine);
  close(ends[0]);
  close(ends[1]);
}

/* In a folder that everybody may write, somebody may have been first. */
static void a_place_of_others_is_not_taken(void) {
  char *root = wb_format("%s/gpu-workbench-%u", place, (unsigned)geteuid());
  rmdir(root);
  CHECK_INT(mkdir(root, 0777), 0);
  chmod(root, 0777);
  struct wb_folder folder = make();
  CHECK(strncmp(folder.path, root, strlen(root)) != 0);
  wb_folder_remove(&folder);
  rmdir(root);
  CHECK_INT(symlink("/tmp", root), 0);
  folder = make();
  CHECK(strncmp(folder.path, root, strlen(root)) != 0);
  wb_folder_remove(&folder);
  unlink(root);
  free(root);
}

/* As on a full disk: what does not fit is the machine's fault, and known before a driver is. */
static void a_place_without_room_is_not_taken(void) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit little = {64 << 10, 64 << 10};
    struct wb_folder folder;
    struct wb_error err = {0};
    const bool refused = setrlimit(RLIMIT_FSIZE, &little) == 0 &&
                         wb_folder_make(&folder, &err) == WB_ERR_IO &&
                         strstr(err.message, "8 MiB") != NULL;
    wb_folder_remove(&folder);
    _exit(refused ? 0 : 1);
  }
  int raw = -1;
  waitpid(child, &raw, 0);
  CHECK_INT(raw, 0);
}

int main(void) {
  if (mkdtemp(place) == NULL) return 1;
  setenv("TMPDIR", place, 1);
  tap_run("a folder is private, empty, and gone with its owner", it_is_private_and_empty);
  tap_run("whatever is in it goes, and nothing that links name", whatever_is_in_it_goes);
  tap_run("what a killed process left goes with the next",
          what_a_killed_process_left_goes_with_the_next);
  tap_run("a place that others may write is not taken", a_place_of_others_is_not_taken);
  tap_run("a place without room is not taken", a_place_without_room_is_not_taken);
  char *command = wb_format("rm -rf %s", place);
  int cleaned = system(command);
  free(command);
  return cleaned != 0 ? cleaned : tap_finish();
}
