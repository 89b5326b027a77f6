/* A file that somebody edits: tells when it has changed and is quiet again. */
#ifndef WB_CLI_WATCHED_H
#define WB_CLI_WATCHED_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/* Editors write in place, or write another file and rename it; network file
 * systems tell nothing. So the folder is watched with inotify, which only
 * wakes us, and what counts is that the file looks different from before,
 * which is asked for twice a second in any case. */
struct wb_watched {
  const char *path; /* the caller's */
  int notify_fd;    /* -1 where inotify cannot be had */
  struct stat seen; /* when it was last taken; zeroed where there was no file */
};

void wb_watched_open(struct wb_watched *watched, const char *path);
void wb_watched_close(struct wb_watched *watched);

/* Whether the file differs from what was last taken. */
bool wb_watched_changed(struct wb_watched *watched);

/* Takes the file as it is now for seen. */
void wb_watched_take(struct wb_watched *watched);

/* Waits until it has changed and then stayed the same for `quiet_ms`; false
 * when `stop_fd` becomes readable first. */
bool wb_watched_wait(struct wb_watched *watched, int quiet_ms, int stop_fd);

#endif
