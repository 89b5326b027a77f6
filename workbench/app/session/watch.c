#include "session/watch.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

void wb_watch_init(struct wb_watch *watch) {
  *watch = (struct wb_watch){.fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC), .descriptor = -1};
}

void wb_watch_release(struct wb_watch *watch) {
  if (watch->fd >= 0) close(watch->fd);
  free(watch->path);
  *watch = (struct wb_watch){.fd = -1, .descriptor = -1};
}

static struct wb_file_state state_of(const char *path) {
  struct stat info;
  if (path == NULL || stat(path, &info) != 0) return (struct wb_file_state){0};
  return (struct wb_file_state){.exists = true,
                                .inode = info.st_ino,
                                .size = info.st_size,
                                .modified = info.st_mtim,
                                .changed = info.st_ctim};
}

static bool same_time(struct timespec a, struct timespec b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

static bool same_state(const struct wb_file_state *a, const struct wb_file_state *b) {
  return a->exists == b->exists && a->inode == b->inode && a->size == b->size &&
         same_time(a->modified, b->modified) && same_time(a->changed, b->changed);
}

static void watch_folder(struct wb_watch *watch) {
  if (watch->fd < 0 || watch->descriptor >= 0 || watch->path == NULL) return;
  char *folder = wb_path_dirname(watch->path);
  watch->descriptor = inotify_add_watch(
      watch->fd, folder, IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF);
  free(folder);
}

void wb_watch_set(struct wb_watch *watch, const char *path) {
  char *copy = wb_strdup(path);
  if (watch->descriptor >= 0) inotify_rm_watch(watch->fd, watch->descriptor);
  watch->descriptor = -1;
  free(watch->path);
  watch->path = copy;
  watch->pending = false;
  watch->known = state_of(copy);
  watch_folder(watch);
}

void wb_watch_keep(struct wb_watch *watch, const char *path) {
  const bool same = watch->path != NULL && path != NULL && strcmp(watch->path, path) == 0;
  if (!same && (path != NULL || watch->path != NULL)) wb_watch_set(watch, path);
}

static void note_event(struct wb_watch *watch, const struct inotify_event *event, uint64_t now_ms) {
  if (event->wd != watch->descriptor) return; /* of a folder watched before */
  if ((event->mask & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)) != 0) watch->descriptor = -1;
  bool ours = event->len > 0 && watch->path != NULL &&
              strcmp(event->name, wb_path_basename(watch->path)) == 0;
  if (!ours) return;
  watch->pending = true;
  watch->changed_ms = now_ms;
}

static void read_events(struct wb_watch *watch, uint64_t now_ms) {
  union {
    struct inotify_event align;
    char bytes[4096 + NAME_MAX + 1];
  } buffer;
  for (;;) {
    ssize_t got = watch->fd >= 0 ? read(watch->fd, buffer.bytes, sizeof buffer.bytes) : -1;
    if (got <= 0) return;
    for (ssize_t at = 0; at < got;) {
      const struct inotify_event *event = (const void *)(buffer.bytes + at);
      note_event(watch, event, now_ms);
      at += (ssize_t)(sizeof *event + event->len);
    }
  }
}

bool wb_watch_sync(struct wb_watch *watch) {
  read_events(watch, 0); /* they tell of what is looked at now */
  struct wb_file_state now = state_of(watch->path);
  bool differs = !same_state(&now, &watch->known);
  watch->known = now;
  watch->pending = false;
  watch_folder(watch);
  return differs;
}

static void look_at_file(struct wb_watch *watch, uint64_t now_ms) {
  if (now_ms - watch->polled_ms < WB_WATCH_POLL_MS || watch->path == NULL) return;
  struct wb_file_state now = state_of(watch->path);
  watch->polled_ms = now_ms;
  watch_folder(watch);
  if (watch->pending || same_state(&now, &watch->known)) return;
  watch->pending = true;
  watch->changed_ms = now_ms;
}

bool wb_watch_check(struct wb_watch *watch, uint64_t now_ms) {
  read_events(watch, now_ms);
  look_at_file(watch, now_ms);
  if (!watch->pending || now_ms - watch->changed_ms < WB_WATCH_QUIET_MS) return false;
  /* Some editors open a file for writing only to see whether they may. */
  return wb_watch_sync(watch);
}

int wb_watch_timeout(const struct wb_watch *watch, uint64_t now_ms) {
  if (watch->path == NULL) return -1;
  uint64_t due = watch->polled_ms + WB_WATCH_POLL_MS;
  if (watch->pending && watch->changed_ms + WB_WATCH_QUIET_MS < due) {
    due = watch->changed_ms + WB_WATCH_QUIET_MS;
  }
  return due > now_ms ? (int)(due - now_ms) : 0;
}
