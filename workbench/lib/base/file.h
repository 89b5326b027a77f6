/* Files and paths. */
#ifndef WB_BASE_FILE_H
#define WB_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/status.h"
#include "base/str.h"

/* Reads a whole regular file of at most `limit` bytes and appends it to
 * `out`. A larger file, a directory, a FIFO or a device is an error. */
enum wb_status wb_file_read(const char *path, size_t limit, struct wb_str *out,
                            struct wb_error *err);

/* The same as a text of its own, which the caller frees; NULL after an error. */
char *wb_file_read_text(const char *path, size_t limit, struct wb_error *err);

/* Whether it is a regular file of exactly these bytes. */
bool wb_file_has(const char *path, const void *bytes, size_t length);

/* Of a file that is written beside `path` and takes its name: what is replaced keeps its mode, what
 * is new gets what the umask grants. mkstemp's files are for their owner alone. */
mode_t wb_file_mode(const char *path);

/* Writes a file so that readers see the old content or the new, never half:
 * a temporary file in the same folder, fsync, rename. Keeps the permissions
 * of a file that is replaced, and follows a symbolic link to the file that it
 * names rather than replacing the link. */
enum wb_status wb_file_write_atomic(const char *path, const void *bytes, size_t length,
                                    struct wb_error *err);

/* All of it, whatever signals come between; errno says why not. Safe in a signal's handler. */
bool wb_fd_write(int fd, const void *bytes, size_t length);

/* Creates `path` with the content, failing with WB_ERR_IO (errno EEXIST) if it
 * is there already: never overwrites. Never leaves it half-written. */
enum wb_status wb_file_create(const char *path, const void *bytes, size_t length,
                              struct wb_error *err);

/* Removes what processes that were killed have left of files with this ending which they were about
 * to write in a folder, by the two functions above: "NAME.ENDING.XXXXXX". Only where no process
 * writes there. */
void wb_file_remove_leftovers(const char *folder, const char *ending);

/* Gives a temporary file in the same folder its name, unless that is taken: then it is not 0, and
 * errno EEXIST. */
int wb_rename_if_free(const char *temporary, const char *path);

/* mkdir -p. */
enum wb_status wb_make_directories(const char *path, struct wb_error *err);

bool wb_file_exists(const char *path);     /* any kind of file */
bool wb_is_regular_file(const char *path); /* follows links */
bool wb_is_directory(const char *path);
bool wb_is_writable_directory(const char *path);

/* "a/b" from "a" and "b"; an absolute `name` wins. The caller frees. */
char *wb_path_join(const char *directory, const char *name);

/* "/home/me/course/work/01-map.cl" as "work/01-map.cl" where that names the
 * same file from the current folder; else `path`. Points into `path`. */
const char *wb_short_path(const char *path);

/* The last component, pointing into `path`. */
const char *wb_path_basename(const char *path);

/* The folder part ("." where there is none). The caller frees. */
char *wb_path_dirname(const char *path);

/* Names in a folder, sorted by byte, without "." and "..". */
struct wb_names {
  char **items;
  size_t count;
  size_t capacity;
};
void wb_names_init(struct wb_names *names);
void wb_names_release(struct wb_names *names);
void wb_names_add(struct wb_names *names, const char *name); /* copies */
void wb_names_sort(struct wb_names *names);
bool wb_names_have(const struct wb_names *names, const char *name);
enum wb_status wb_directory_list(const char *path, struct wb_names *names, struct wb_error *err);

/* ---- a person's places ---- */

/* $HOME, else what the system's user list says; NULL where neither is an
 * absolute path. The caller frees. */
char *wb_home_path(void);

/* The value of an environment variable that names a folder by an absolute
 * path; NULL where it is unset, empty or relative (which the XDG base
 * directory specification says to ignore). Valid until the environment changes. */
const char *wb_absolute_env(const char *name);

#endif
