#include "cli/watched.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/file.h"

enum { POLL_MS = 500 };

static void look(const char *path, struct stat *found) {
  if (stat(path, found) != 0) memset(found, 0, sizeof *found);
}

static bool is_same(const struct stat *a, const struct stat *b) {
  return a->st_ino == b->st_ino && a->st_size == b->st_size && a->st_nlink == b->st_nlink &&
         a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

void wb_watched_open(struct wb_watched *watched, const char *path) {
  char *folder = wb_path_dirname(path);
  watched->path = path;
  watched->notify_fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (watched->notify_fd >= 0 &&
      inotify_add_watch(watched->notify_fd, folder,
                        IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE) < 0) {
    close(watched->notify_fd);
    watched->notify_fd = -1;
  }
  look(path, &watched->seen);
  free(folder);
}

void wb_watched_close(struct wb_watched *watched) {
  if (watched->notify_fd >= 0) close(watched->notify_fd);
  watched->notify_fd = -1;
}

/* A file that is gone for a moment, between an editor's delete and rename, has
 * not changed yet. */
bool wb_watched_changed(struct wb_watched *watched) {
  struct stat now;
  look(watched->path, &now);
  return now.st_nlink > 0 && !is_same(&now, &watched->seen);
}

void wb_watched_take(struct wb_watched *watched) { look(watched->path, &watched->seen); }

static void drain(int fd) {
  char events[4096];
  while (fd >= 0 && read(fd, events, sizeof events) > 0) continue;
}

/* Waits for anything to happen in the folder; false to stop. */
static bool wait_a_little(struct wb_watched *watched, int timeout_ms, int stop_fd) {
  struct pollfd items[] = {{.fd = stop_fd, .events = POLLIN},
                           {.fd = watched->notify_fd, .events = POLLIN}};
  poll(items, 2, timeout_ms);
  drain(watched->notify_fd);
  return items[0].revents == 0;
}

/* Waits until the file has looked the same for so long. */
static bool settle(struct wb_watched *watched, int quiet_ms, int stop_fd) {
  struct stat before;
  struct pollfd stop = {.fd = stop_fd, .events = POLLIN};
  do {
    look(watched->path, &before);
    if (poll(&stop, 1, quiet_ms) > 0) return false;
    look(watched->path, &watched->seen);
  } while (!is_same(&before, &watched->seen) || before.st_nlink == 0);
  drain(watched->notify_fd);
  return true;
}

bool wb_watched_wait(struct wb_watched *watched, int quiet_ms, int stop_fd) {
  while (!wb_watched_changed(watched))
    if (!wait_a_little(watched, POLL_MS, stop_fd)) return false;
  return settle(watched, quiet_ms, stop_fd);
}
