#include "sandbox/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"

static const char MOVED[] = ".moved-"; /* what was deeper, while a tree is taken away */

/* ---- taking a tree away ------------------------------------------------------------ */

struct removal {
  int top;
  unsigned moved;
};

/* Takes away what `name` in `folder` is; a folder that is not empty goes to the top. */
static void remove_or_move(struct removal *removal, int folder, const char *name) {
  char to[40];
  if (unlinkat(folder, name, 0) == 0 || unlinkat(folder, name, AT_REMOVEDIR) == 0) return;
  snprintf(to, sizeof to, "%s%u", MOVED, removal->moved++);
  renameat(folder, name, removal->top, to);
}

static bool is_folder(int at, const char *name) {
  struct stat found;
  return fstatat(at, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(found.st_mode);
}

static int open_folder(int at, const char *name) {
  fchmodat(at, name, 0700, 0); /* whoever made it may have locked us out */
  return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* One level: what is in `name` is gone after it, or lies at the top. */
static void empty_folder(struct removal *removal, const char *name) {
  int fd = open_folder(removal->top, name);
  DIR *open = fd >= 0 ? fdopendir(fd) : NULL;
  const struct dirent *entry;
  if (open == NULL) {
    if (fd >= 0) close(fd);
    return;
  }
  while ((entry = readdir(open)) != NULL) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (is_folder(fd, entry->d_name)) fchmodat(fd, entry->d_name, 0700, 0);
    remove_or_move(removal, fd, entry->d_name);
  }
  closedir(open);
}

/* One pass over the top; how many entries were taken away. */
static size_t remove_pass(struct removal *removal, DIR *top) {
  const struct dirent *entry;
  size_t removed = 0;
  rewinddir(top);
  while ((entry = readdir(top)) != NULL) {
    const char *name = entry->d_name;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
    if (is_folder(removal->top, name)) {
      empty_folder(removal, name);
      removed += unlinkat(removal->top, name, AT_REMOVEDIR) == 0;
    } else {
      removed += unlinkat(removal->top, name, 0) == 0;
    }
  }
  return removed;
}

/* However deep the tree is, this holds two descriptors: nested folders are moved to the
 * top rather than entered. */
static void remove_tree(int at, const char *name) {
  int fd = open_folder(at, name);
  DIR *top = fd >= 0 ? fdopendir(fd) : NULL;
  struct removal removal = {.top = fd};
  if (top != NULL) {
    while (remove_pass(&removal, top) > 0) {
    }
    closedir(top);
  } else if (fd >= 0) {
    close(fd);
  }
  unlinkat(at, name, AT_REMOVEDIR);
}

/* ---- the place --------------------------------------------------------------------- */

/* Ours only if nobody else could have made it or may write in it. */
static bool is_private(int fd) {
  struct stat found;
  return fstat(fd, &found) == 0 && found.st_uid == geteuid() &&
         (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Drivers load code from it. */
static bool may_run_code(const char *path) {
  struct statvfs found;
  return statvfs(path, &found) == 0 && (found.f_flag & (ST_NOEXEC | ST_RDONLY)) == 0;
}

/* A driver that finds no room when it compiles or links may crash, which would be taken for what
 * the kernel did to it. It needs some 200 KiB. */
static bool has_room(const char *path) {
  static const uint64_t ROOM = 8 << 20;
  struct statvfs found;
  struct rlimit largest;
  return statvfs(path, &found) == 0 && (uint64_t)found.f_bavail * found.f_frsize >= ROOM &&
         getrlimit(RLIMIT_FSIZE, &largest) == 0 && largest.rlim_cur >= ROOM;
}

/* The folder of folders in `parent`, open and locked; -1 where it cannot be. */
static int open_root(const char *parent, char **path) {
  int fd = -1;
  *path = wb_format("%s/gpu-workbench-%u", parent, (unsigned)geteuid());
  if (may_run_code(parent) && has_room(parent) && (mkdir(*path, 0700) == 0 || errno == EEXIST))
    fd = open(*path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd >= 0 && (!is_private(fd) || flock(fd, LOCK_EX) != 0)) {
    close(fd);
    fd = -1;
  }
  if (fd < 0) {
    free(*path);
    *path = NULL;
  }
  return fd;
}

/* The first of $TMPDIR, /tmp and the user's cache where one can be. */
static int find_root(char **path) {
  const char *temporary = wb_absolute_env("TMPDIR");
  int fd = temporary != NULL ? open_root(temporary, path) : -1;
  if (fd < 0) fd = open_root("/tmp", path);
  if (fd < 0) {
    char *home = wb_home_path();
    char *cache = home != NULL ? wb_path_join(home, ".cache") : NULL;
    if (cache != NULL && wb_make_directories(cache, NULL) == WB_OK) fd = open_root(cache, path);
    free(cache);
    free(home);
  }
  return fd;
}

/* Nobody makes one meanwhile: the root is locked. */
static void remove_abandoned(int root) {
  int copy = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *open = copy >= 0 ? fdopendir(copy) : NULL;
  const struct dirent *entry;
  while (open != NULL && (entry = readdir(open)) != NULL) {
    if (strncmp(entry->d_name, "run-", 4) != 0) continue;
    int fd = open_folder(root, entry->d_name);
    const bool abandoned = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
    if (abandoned) remove_tree(root, entry->d_name);
    if (fd >= 0) close(fd);
  }
  if (open != NULL)
    closedir(open);
  else if (copy >= 0)
    close(copy);
}

enum wb_status wb_folder_make(struct wb_folder *folder, struct wb_error *err) {
  char *root = NULL;
  enum wb_status status = WB_OK;
  *folder = (struct wb_folder){.lock = -1};
  int root_fd = find_root(&root);
  if (root_fd < 0)
    return wb_fail(err, WB_ERR_IO,
                   "there is no place for temporary files: $TMPDIR, /tmp and ~/.cache cannot be "
                   "written, are full, or programs in them cannot be run; set TMPDIR to a folder "
                   "of yours with 8 MiB of room (and look at ulimit -f)");
  remove_abandoned(root_fd);
  folder->path = wb_format("%s/run-XXXXXX", root);
  if (mkdtemp(folder->path) != NULL)
    folder->lock = open(folder->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder->lock < 0 || flock(folder->lock, LOCK_EX | LOCK_NB) != 0) {
    status = wb_fail_errno(err, "cannot make a folder for temporary files in %s", root);
    wb_folder_forget(folder);
  }
  close(root_fd);
  free(root);
  return status;
}

void wb_folder_remove(struct wb_folder *folder) {
  if (folder == NULL || folder->path == NULL) return;
  wb_folder_remove_tree(folder->path);
  wb_folder_forget(folder);
}

void wb_folder_remove_tree(const char *path) { remove_tree(AT_FDCWD, path); }

void wb_folder_forget(struct wb_folder *folder) {
  if (folder->lock >= 0) close(folder->lock);
  free(folder->path);
  *folder = (struct wb_folder){.lock = -1};
}
