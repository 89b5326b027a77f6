#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum wb_status read_all(int fd, const char *path, size_t limit, struct wb_str *out,
                               struct wb_error *err) {
  char chunk[4 * 4096]; /* each page of it is touched */
  size_t total = 0;
  for (;;) {
    ssize_t got = read(fd, chunk, sizeof chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return wb_fail_errno(err, "cannot read %s", path);
    if (got == 0) return WB_OK;
    total += (size_t)got;
    if (total > limit)
      return wb_fail(err, WB_ERR_LIMIT, "%s is larger than %zu bytes", path, limit);
    wb_str_add_bytes(out, chunk, (size_t)got);
  }
}

enum wb_status wb_file_read(const char *path, size_t limit, struct wb_str *out,
                            struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct stat info;
  /* O_NONBLOCK so that opening a FIFO does not hang before fstat sees it. */
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    status = wb_fail_errno(err, "cannot open %s", path);
  } else if (fstat(fd, &info) != 0) {
    status = wb_fail_errno(err, "cannot look at %s", path);
  } else if (!S_ISREG(info.st_mode)) {
    status = wb_fail(err, WB_ERR_IO, "%s is not a regular file", path);
  } else {
    status = read_all(fd, path, limit, out, err);
  }
  if (fd >= 0) close(fd);
  return status;
}

char *wb_file_read_text(const char *path, size_t limit, struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  char *result = wb_file_read(path, limit, &text, err) == WB_OK ? wb_str_detach(&text) : NULL;
  wb_str_release(&text);
  return result;
}

bool wb_file_has(const char *path, const void *bytes, size_t length) {
  struct wb_str found;
  wb_str_init(&found);
  const bool same = wb_file_exists(path) && wb_file_read(path, length, &found, NULL) == WB_OK &&
                    found.length == length && memcmp(found.data, bytes, length) == 0;
  wb_str_release(&found);
  return same;
}

bool wb_fd_write(int fd, const void *bytes, size_t length) {
  const char *next = bytes;
  while (length > 0) {
    const ssize_t put = write(fd, next, length);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    next += put;
    length -= (size_t)put;
  }
  return true;
}

static enum wb_status write_all(int fd, const char *path, const void *bytes, size_t length,
                                struct wb_error *err) {
  if (!wb_fd_write(fd, bytes, length) || fsync(fd) != 0)
    return wb_fail_errno(err, "cannot write %s", path);
  return WB_OK;
}

mode_t wb_file_mode(const char *path) {
  struct stat info;
  mode_t mask = umask(0);
  umask(mask);
  return stat(path, &info) == 0 ? info.st_mode & 07777 : 0666 & ~mask;
}

/* Writes a temporary file beside `path`; *temporary is the caller's to free
 * and, on success, to rename or unlink. */
static enum wb_status write_temporary(const char *path, const void *bytes, size_t length,
                                      char **temporary, struct wb_error *err) {
  enum wb_status status = WB_OK;
  mode_t mode = wb_file_mode(path);
  *temporary = wb_format("%s.XXXXXX", path);
  int fd = mkostemp(*temporary, O_CLOEXEC);
  if (fd < 0) return wb_fail_errno(err, "cannot write %s", path);
  status = write_all(fd, path, bytes, length, err);
  if (status == WB_OK && fchmod(fd, mode) != 0)
    status = wb_fail_errno(err, "cannot set the mode of %s", path);
  if (close(fd) != 0 && status == WB_OK) status = wb_fail_errno(err, "cannot write %s", path);
  if (status != WB_OK) unlink(*temporary);
  return status;
}

void wb_file_remove_leftovers(const char *folder, const char *ending) {
  enum { RANDOM = 7 }; /* ".XXXXXX" */
  struct wb_names names;
  wb_names_init(&names);
  wb_directory_list(folder, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    const char *name = names.items[i];
    const size_t length = strlen(name), most = length > RANDOM ? length - RANDOM : 0;
    char *whole = wb_strndup(name, most), *path = wb_path_join(folder, name);
    if (most > 0 && name[most] == '.' && strchr(name + most + 1, '.') == NULL &&
        wb_ends_with(whole, ending))
      unlink(path);
    free(path);
    free(whole);
  }
  wb_names_release(&names);
}

enum wb_status wb_file_write_atomic(const char *path, const void *bytes, size_t length,
                                    struct wb_error *err) {
  char *temporary = NULL;
  char *resolved = realpath(path, NULL);
  const char *target = resolved != NULL ? resolved : path;
  enum wb_status status = write_temporary(target, bytes, length, &temporary, err);
  if (status == WB_OK && rename(temporary, target) != 0) {
    status = wb_fail_errno(err, "cannot replace %s", path);
    unlink(temporary);
  }
  free(temporary);
  free(resolved);
  return status;
}

/* Gives the temporary file its name unless the name is taken. Hard links are
 * the oldest way; a file system without them (FAT, some network and FUSE
 * ones) may know the flag of renameat2. */
int wb_rename_if_free(const char *temporary, const char *path) {
  int failed = link(temporary, path);
  if (failed == 0)
    unlink(temporary);
  else if (errno != EEXIST)
    failed = renameat2(AT_FDCWD, temporary, AT_FDCWD, path, RENAME_NOREPLACE);
  return failed;
}

/* The last way: whoever creates the name owns it. A failure in the middle
 * takes the file away again. */
static enum wb_status create_in_place(const char *path, const void *bytes, size_t length,
                                      struct wb_error *err) {
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0) return wb_fail_errno(err, "cannot create %s", path);
  enum wb_status status = write_all(fd, path, bytes, length, err);
  if (close(fd) != 0 && status == WB_OK) status = wb_fail_errno(err, "cannot write %s", path);
  if (status != WB_OK) unlink(path);
  return status;
}

enum wb_status wb_file_create(const char *path, const void *bytes, size_t length,
                              struct wb_error *err) {
  char *temporary = NULL;
  enum wb_status status = write_temporary(path, bytes, length, &temporary, err);
  if (status == WB_OK && wb_rename_if_free(temporary, path) != 0) {
    bool taken = errno == EEXIST;
    if (taken) status = wb_fail_errno(err, "cannot create %s", path);
    unlink(temporary);
    if (!taken) status = create_in_place(path, bytes, length, err);
  }
  free(temporary);
  return status;
}

enum wb_status wb_make_directories(const char *path, struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *partial = wb_strdup(path);
  for (char *slash = partial; slash != NULL && status == WB_OK;) {
    slash = strchr(slash + 1, '/');
    if (slash != NULL) *slash = '\0';
    if (mkdir(partial, 0777) != 0 && errno != EEXIST)
      status = wb_fail_errno(err, "cannot create the folder %s", partial);
    if (slash != NULL) *slash = '/';
  }
  if (status == WB_OK && !wb_is_directory(path))
    status = wb_fail(err, WB_ERR_IO, "%s is not a folder", path);
  free(partial);
  return status;
}

bool wb_file_exists(const char *path) {
  struct stat info;
  return lstat(path, &info) == 0;
}

bool wb_is_regular_file(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool wb_is_directory(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool wb_is_writable_directory(const char *path) {
  return wb_is_directory(path) && access(path, W_OK | X_OK) == 0;
}

char *wb_path_join(const char *directory, const char *name) {
  if (name[0] == '/' || directory[0] == '\0') return wb_strdup(name);
  return wb_format("%s%s%s", directory, wb_ends_with(directory, "/") ? "" : "/", name);
}

const char *wb_short_path(const char *path) {
  char *here = getcwd(NULL, 0);
  const size_t length = here != NULL ? strlen(here) : 0;
  const bool inside = length > 1 && strncmp(path, here, length) == 0 && path[length] == '/';
  free(here);
  return inside ? path + length + 1 : path;
}

const char *wb_path_basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

char *wb_path_dirname(const char *path) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL) return wb_strdup(".");
  return wb_strndup(path, slash > path ? (size_t)(slash - path) : 1);
}

void wb_names_init(struct wb_names *names) {
  names->items = NULL;
  names->count = 0;
  names->capacity = 0;
}

void wb_names_release(struct wb_names *names) {
  for (size_t i = 0; i < names->count; i++) free(names->items[i]);
  free(names->items);
  wb_names_init(names);
}

void wb_names_add(struct wb_names *names, const char *name) {
  names->items = wb_grow(names->items, &names->capacity, names->count + 1, sizeof *names->items);
  names->items[names->count++] = wb_strdup(name);
}

bool wb_names_have(const struct wb_names *names, const char *name) {
  for (size_t i = 0; i < names->count; i++)
    if (strcmp(names->items[i], name) == 0) return true;
  return false;
}

static int compare_names(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

void wb_names_sort(struct wb_names *names) {
  if (names->count > 1) qsort(names->items, names->count, sizeof *names->items, compare_names);
}

enum wb_status wb_directory_list(const char *path, struct wb_names *names, struct wb_error *err) {
  DIR *directory = opendir(path);
  if (directory == NULL) return wb_fail_errno(err, "cannot open the folder %s", path);
  for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      wb_names_add(names, entry->d_name);
  closedir(directory);
  wb_names_sort(names);
  return WB_OK;
}

/* ---- a person's places ---- */

const char *wb_absolute_env(const char *name) {
  const char *value = getenv(name);
  return value != NULL && value[0] == '/' ? value : NULL;
}

char *wb_home_path(void) {
  const char *home = wb_absolute_env("HOME");
  char buffer[4096];
  struct passwd entry;
  struct passwd *found = NULL;
  if (home == NULL && getpwuid_r(getuid(), &entry, buffer, sizeof buffer, &found) == 0 &&
      found != NULL && found->pw_dir != NULL && found->pw_dir[0] == '/')
    home = found->pw_dir;
  return wb_strdup(home);
}
