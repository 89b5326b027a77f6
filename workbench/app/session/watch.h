/* Watching one file for being saved: through inotify on its folder, so that
 * editors that write another file and rename it are seen too, and by looking
 * once a second, for file systems where inotify is silent (NFS, 9p).
 *
 * Editors save in several steps; a change is reported once, when the file has
 * been quiet for WB_WATCH_QUIET_MS. Times are milliseconds of one clock. */
#ifndef WB_SESSION_WATCH_H
#define WB_SESSION_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

enum { WB_WATCH_QUIET_MS = 200, WB_WATCH_POLL_MS = 1000 };

/* What tells one state of a file from another. */
struct wb_file_state {
  bool exists;
  ino_t inode;
  off_t size;
  struct timespec modified, changed;
};

struct wb_watch {
  int fd;         /* of inotify, to poll; -1 where there is none */
  int descriptor; /* of the folder; -1: not watched (yet) */
  char *path;     /* NULL: nothing is watched */
  struct wb_file_state known;
  bool pending;
  uint64_t changed_ms, polled_ms;
};

void wb_watch_init(struct wb_watch *watch);
void wb_watch_release(struct wb_watch *watch);

/* Watches `path` (copied; NULL: nothing) from its present state on. The file
 * and its folder need not be there yet. */
void wb_watch_set(struct wb_watch *watch, const char *path);

/* The same, but one that is watched already goes on as it is. */
void wb_watch_keep(struct wb_watch *watch, const char *path);

/* Takes the file's present state as known. True if it differs from the one
 * known before. */
bool wb_watch_sync(struct wb_watch *watch);

/* Reads inotify's events and, when it is time, looks at the file. True when
 * the file was saved and is quiet. */
bool wb_watch_check(struct wb_watch *watch, uint64_t now_ms);

/* How long wb_watch_check() has nothing to do unless `fd` becomes readable;
 * -1: for ever. */
int wb_watch_timeout(const struct wb_watch *watch, uint64_t now_ms);

#endif
