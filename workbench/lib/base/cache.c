#include "base/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"

/* File names: the key's digits and an ending; while they are written, with the
 * process's number before them, and locked. */
#define SUFFIX ".kept"
enum { NAME_MAX_BYTES = WB_SHA256_HEX + sizeof SUFFIX, TOUCH_SECONDS = 60 };
static const char MAGIC[8] = "WBCACHE1";
enum { HEADER_BYTES = sizeof MAGIC + WB_SHA256_BYTES };

char *wb_cache_folder(void) {
  const char *chosen = getenv("WORKBENCH_CACHE");
  const char *caches = wb_absolute_env("XDG_CACHE_HOME");
  if (chosen != NULL && strcmp(chosen, "off") == 0) return NULL;
  if (chosen != NULL && chosen[0] == '/') return wb_strdup(chosen);
  if (caches != NULL) return wb_path_join(caches, "gpu-workbench");
  char *home = wb_home_path();
  char *folder = home != NULL ? wb_path_join(home, ".cache/gpu-workbench") : NULL;
  free(home);
  return folder;
}

char *wb_cache_folder_of_kernels(void) {
  const char *chosen = wb_absolute_env("WORKBENCH_KERNEL_CACHE");
  char *folder = wb_cache_folder();
  if (folder == NULL || chosen == NULL) return folder;
  free(folder);
  return wb_strdup(chosen);
}

char *wb_cache_folder_of(const char *kind) {
  const bool compiled = strcmp(kind, WB_CACHE_OF_PROGRAMS) == 0;
  char *all = compiled ? wb_cache_folder_of_kernels() : wb_cache_folder();
  char *folder = all != NULL ? wb_path_join(all, kind) : NULL;
  free(all);
  return folder;
}

/* Nobody else could have put it there. */
static bool is_ours(int fd, struct stat *found) {
  return fstat(fd, found) == 0 && found->st_uid == geteuid() &&
         (found->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* The folder, open; -1 where there is none that can be trusted. */
static int open_folder(const char *folder, bool make) {
  struct stat found;
  if (folder == NULL) return -1;
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT && make) {
    char *parent = wb_path_dirname(folder);
    wb_make_directories(parent, NULL);
    free(parent);
    mkdir(folder, S_IRWXU);
    fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  if (fd >= 0 && !is_ours(fd, &found)) {
    close(fd);
    fd = -1;
  }
  return fd;
}

void wb_cache_make(const char *folder) {
  const int fd = open_folder(folder, true);
  if (fd >= 0) close(fd);
}

static void name_of(const unsigned char key[WB_SHA256_BYTES], char name[NAME_MAX_BYTES]) {
  wb_sha256_hex(key, name);
  memcpy(name + WB_SHA256_HEX - 1, SUFFIX, sizeof SUFFIX);
}

static void digest_of(const unsigned char key[WB_SHA256_BYTES], const void *bytes, size_t length,
                      unsigned char digest[WB_SHA256_BYTES]) {
  struct wb_sha256 sha;
  wb_sha256_init(&sha);
  wb_sha256_add(&sha, MAGIC, sizeof MAGIC);
  wb_sha256_add(&sha, key, WB_SHA256_BYTES);
  wb_sha256_add(&sha, bytes, length);
  wb_sha256_finish(&sha, digest);
}

bool wb_cache_add_file(struct wb_sha256 *sha, const char *path) {
  struct stat found;
  if (stat(path, &found) != 0) return false;
  const uint64_t numbers[] = {found.st_dev,
                              found.st_ino,
                              (uint64_t)found.st_size,
                              (uint64_t)found.st_mtim.tv_sec,
                              (uint64_t)found.st_mtim.tv_nsec,
                              (uint64_t)found.st_ctim.tv_sec,
                              (uint64_t)found.st_ctim.tv_nsec};
  wb_sha256_add_text(sha, path);
  wb_sha256_add(sha, numbers, sizeof numbers);
  return true;
}

/* ---- reading --------------------------------------------------------------------------- */

static bool read_whole(int fd, char *to, size_t length) {
  while (length > 0) {
    ssize_t got = read(fd, to, length);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    length -= (size_t)got;
  }
  return true;
}

/* The file's bytes, malloc'ed; NULL where it is not one of ours. */
static char *load_entry(int folder, const char *name, size_t *length) {
  struct stat found;
  char *bytes = NULL;
  int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return NULL;
  bool fine = is_ours(fd, &found) && S_ISREG(found.st_mode) && found.st_size >= HEADER_BYTES &&
              found.st_size <= WB_CACHE_ITEM_MAX + HEADER_BYTES;
  if (fine) {
    *length = (size_t)found.st_size;
    bytes = malloc(*length);
  }
  if (bytes != NULL && !read_whole(fd, bytes, *length)) {
    free(bytes);
    bytes = NULL;
  }
  /* When it was used last; not at every use, which would cost a write each. */
  if (bytes != NULL && time(NULL) - found.st_mtime > TOUCH_SECONDS) futimens(fd, NULL);
  close(fd);
  return bytes;
}

bool wb_cache_get(const char *folder, const unsigned char key[WB_SHA256_BYTES],
                  struct wb_str *out) {
  char name[NAME_MAX_BYTES];
  unsigned char digest[WB_SHA256_BYTES];
  size_t length = 0;
  int fd = open_folder(folder, false);
  if (fd < 0) return false;
  name_of(key, name);
  char *bytes = load_entry(fd, name, &length);
  bool found = bytes != NULL && memcmp(bytes, MAGIC, sizeof MAGIC) == 0;
  if (found) {
    digest_of(key, bytes + HEADER_BYTES, length - HEADER_BYTES, digest);
    found = memcmp(bytes + sizeof MAGIC, digest, sizeof digest) == 0;
  }
  if (found) wb_str_add_bytes(out, bytes + HEADER_BYTES, length - HEADER_BYTES);
  free(bytes);
  close(fd);
  return found;
}

/* ---- writing --------------------------------------------------------------------------- */

static bool write_whole(int fd, const void *bytes, size_t length) {
  const char *from = bytes;
  while (length > 0) {
    ssize_t put = write(fd, from, length);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    from += put;
    length -= (size_t)put;
  }
  return true;
}

static uint64_t limit_of_cache(void) {
  const char *chosen = getenv("WORKBENCH_CACHE_MIB");
  const uint64_t mib = chosen != NULL ? strtoull(chosen, NULL, 10) : 0;
  return (mib > 0 && mib <= UINT32_MAX ? mib : WB_CACHE_LIMIT_MIB) << 20;
}

void wb_cache_put(const char *folder, const unsigned char key[WB_SHA256_BYTES], const void *bytes,
                  size_t length) {
  char name[NAME_MAX_BYTES], temporary[NAME_MAX_BYTES + 24];
  unsigned char digest[WB_SHA256_BYTES];
  int fd = length <= WB_CACHE_ITEM_MAX ? open_folder(folder, true) : -1;
  if (fd < 0) return;
  name_of(key, name);
  snprintf(temporary, sizeof temporary, "%ld-%s", (long)getpid(), name);
  digest_of(key, bytes, length, digest);
  int file = openat(fd, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    S_IRUSR | S_IWUSR);
  if (file >= 0) flock(file, LOCK_EX | LOCK_NB);
  bool whole = file >= 0 && write_whole(file, MAGIC, sizeof MAGIC) &&
               write_whole(file, digest, sizeof digest) && write_whole(file, bytes, length);
  if (file >= 0 && close(file) != 0) whole = false;
  if (file >= 0 && (!whole || renameat(fd, temporary, fd, name) != 0)) unlinkat(fd, temporary, 0);
  close(fd);
  if (key[0] % WB_CACHE_TRIM_ONE_IN == 0) wb_cache_trim(folder, limit_of_cache(), NULL, NULL);
}

/* ---- size -------------------------------------------------------------------------------- */

struct item {
  char name[NAME_MAX_BYTES + 24];
  time_t used;
  uint64_t bytes;
};

struct items {
  struct item *all;
  size_t count, capacity;
};

static int by_use(const void *a, const void *b) {
  const struct item *left = a, *right = b;
  if (left->used != right->used) return left->used < right->used ? -1 : 1;
  return strcmp(left->name, right->name);
}

/* By a process that is there: the lock of one that died is gone with it. */
static bool is_being_written(int folder, const char *name) {
  int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  bool written = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) != 0;
  if (fd >= 0) close(fd);
  return written;
}

/* What was left half-written is the cache's as well. */
static void note_file(struct items *items, int fd, const char *name) {
  struct stat found;
  if (!wb_ends_with(name, SUFFIX) || strlen(name) >= sizeof items->all->name) return;
  if (fstatat(fd, name, &found, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(found.st_mode)) return;
  bool half = strlen(name) != NAME_MAX_BYTES - 2;
  if (half && is_being_written(fd, name)) return;
  items->all = wb_grow(items->all, &items->capacity, items->count + 1, sizeof *items->all);
  struct item *item = &items->all[items->count++];
  snprintf(item->name, sizeof item->name, "%s", name);
  item->used = half ? 0 : found.st_mtime;
  item->bytes = (uint64_t)found.st_size;
}

enum wb_status wb_cache_trim(const char *folder, uint64_t limit, struct wb_cache_size *before,
                             struct wb_error *err) {
  struct items items = {0};
  struct wb_cache_size size = {0, 0};
  enum wb_status status = WB_OK;
  int fd = open_folder(folder, false);
  DIR *list = fd >= 0 ? fdopendir(fd) : NULL;
  if (before != NULL) *before = size;
  if (list == NULL) {
    if (fd >= 0) close(fd);
    return WB_OK; /* nothing is there */
  }
  for (struct dirent *entry = readdir(list); entry != NULL; entry = readdir(list))
    note_file(&items, fd, entry->d_name);
  if (items.count > 0) qsort(items.all, items.count, sizeof *items.all, by_use);
  for (size_t i = 0; i < items.count; i++) size.bytes += items.all[i].bytes;
  size.files = items.count;
  if (before != NULL) *before = size;
  for (size_t i = 0; i < items.count && size.bytes > limit; i++) {
    if (unlinkat(fd, items.all[i].name, 0) != 0 && errno != ENOENT)
      status = wb_fail_errno(err, "cannot remove %s/%s", folder, items.all[i].name);
    size.bytes -= items.all[i].bytes;
  }
  free(items.all);
  closedir(list);
  return status;
}
