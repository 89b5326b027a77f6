#include "session/course_archive.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/file.h"
#include "base/process.h"
#include "base/sha256.h"
#include "base/str.h"
#include "device/registry.h"
#include "judge_client/catalog.h"
#include "sandbox/folder.h"

enum {
  ARCHIVE_MAX_BYTES = 128 << 20,
  UNPACK_LIMIT_MS = 120000,
  WORDS_MAX = 1500,
  NAME_MAX_BYTES = 200
};
static const char NEW[] = ".new-"; /* what is still being unpacked */

/* ---- the process ------------------------------------------------------------------------ */

/* "spec-error what went wrong": only words of statuses that it may have. */
static enum wb_status take_complaint(const char *said, const struct wb_exit *end,
                                     struct wb_error *err) {
  char clean[WORDS_MAX];
  char *word = wb_strndup(said, strcspn(said, " \n"));
  unsigned status = WB_OK;
  const char *words = said + strcspn(said, " \n");
  wb_clean_into(clean, sizeof clean, words + (*words == ' '));
  clean[strcspn(clean, "\n")] = '\0';
  if (!wb_word_parse(&wb_statuses, word, &status) || status == WB_OK || clean[0] == '\0') {
    status = WB_ERR_CRASH;
    wb_fail(err, WB_ERR_CRASH, "what reads archives ended with %s %d",
            end->exited ? "exit code" : "signal", end->exited ? end->code : end->signal);
  } else {
    wb_fail(err, (enum wb_status)status, "%s", clean);
  }
  free(word);
  return (enum wb_status)status;
}

/* All that it says, which ends when it does. */
static enum wb_status read_words(int fd, int stop_fd, struct wb_str *said, struct wb_error *err) {
  char chunk[512];
  ssize_t got = 1;
  while (said->length < WORDS_MAX && got != 0) {
    struct pollfd fds[] = {{fd, POLLIN, 0}, {stop_fd, POLLIN, 0}};
    if (poll(fds, 2, -1) < 0 && errno != EINTR) break;
    if (fds[1].revents != 0) return wb_fail(err, WB_ERR_CANCELLED, "interrupted");
    if (fds[0].revents == 0) continue;
    got = read(fd, chunk, sizeof chunk);
    if (got > 0) wb_str_add_bytes(said, chunk, (size_t)got);
    if (got < 0 && errno != EINTR) break;
  }
  return WB_OK;
}

static enum wb_status run_to_the_end(const struct wb_spawn *how, int said_fd, int *own_end,
                                     int stop_fd, struct wb_error *err) {
  struct wb_process process = {0};
  struct wb_exit end = {0};
  struct wb_str said;
  wb_str_init(&said);
  enum wb_status status = wb_process_spawn(&process, how, err);
  close(*own_end);
  *own_end = -1;
  if (status == WB_OK) status = read_words(said_fd, stop_fd, &said, err);
  if (status == WB_OK) status = wb_process_wait(&process, UNPACK_LIMIT_MS, &end, err);
  wb_process_kill(&process);
  if (status == WB_OK && (!end.exited || end.code != 0))
    status = take_complaint(said.data, &end, err);
  wb_str_release(&said);
  return status;
}

enum wb_status wb_archive_run_words(const char *const *words, int in, int out, int stop_fd,
                                    struct wb_error *err) {
  static const char *const environment[] = {"PATH",   "LD_LIBRARY_PATH", "WORKBENCH_*",
                                            "ASAN_*", "UBSAN_*",         NULL};
  char *path = wb_helper_path("workbench-archive");
  int ends[2];
  if (path == NULL)
    return wb_fail(err, WB_ERR_MISSING,
                   "workbench-archive is not beside this program; build it with make");
  enum wb_status status = wb_pipe(ends, err);
  if (status == WB_OK) {
    const char *argv[WB_ARCHIVE_WORDS_MAX + 2] = {path};
    for (size_t i = 0; i < WB_ARCHIVE_WORDS_MAX && words[i] != NULL; i++) argv[i + 1] = words[i];
    struct wb_fd_map fds[3] = {{ends[1], 2}};
    size_t n_fds = 1;
    if (in >= 0) fds[n_fds++] = (struct wb_fd_map){in, 0};
    if (out >= 0) fds[n_fds++] = (struct wb_fd_map){out, 1};
    const struct wb_spawn how = {.argv = argv,
                                 .fds = fds,
                                 .n_fds = n_fds,
                                 .new_group = true,
                                 .die_with_parent = true,
                                 .environment = environment};
    status = run_to_the_end(&how, ends[0], &ends[1], stop_fd, err);
    close(ends[0]);
  }
  free(path);
  return status;
}

/* ---- the archive's hash --------------------------------------------------------------------- */

static enum wb_status hash_file(int fd, const char *path, char hex[WB_SHA256_HEX],
                                struct wb_error *err) {
  unsigned char digest[WB_SHA256_BYTES], chunk[64 << 10];
  struct wb_sha256 sha;
  uint64_t size = 0;
  ssize_t got;
  wb_sha256_init(&sha);
  while ((got = read(fd, chunk, sizeof chunk)) != 0 && size <= ARCHIVE_MAX_BYTES) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return wb_fail_errno(err, "cannot read %s", path);
    wb_sha256_add(&sha, chunk, (size_t)got);
    size += (uint64_t)got;
  }
  if (size > ARCHIVE_MAX_BYTES)
    return wb_fail(err, WB_ERR_LIMIT, "%s is larger than %d MiB", path, ARCHIVE_MAX_BYTES >> 20);
  wb_sha256_finish(&sha, digest);
  wb_sha256_hex(digest, hex);
  return lseek(fd, 0, SEEK_SET) == 0 ? WB_OK : wb_fail_errno(err, "cannot read %s", path);
}

/* ---- what was unpacked --------------------------------------------------------------------- */

static bool has_course_file(const char *folder) {
  char *file = wb_path_join(folder, "course.lua");
  const bool has = wb_is_regular_file(file);
  free(file);
  return has;
}

/* The course's root: the top, or the one folder there. NULL: there is none. */
static char *root_within(const char *top) {
  struct wb_names names;
  char *root = NULL;
  if (has_course_file(top)) return wb_strdup(top);
  wb_names_init(&names);
  if (wb_directory_list(top, &names, NULL) == WB_OK && names.count == 1)
    root = wb_path_join(top, names.items[0]);
  if (root != NULL && !has_course_file(root)) {
    free(root);
    root = NULL;
  }
  wb_names_release(&names);
  return root;
}

/* Nobody else can have put it there. */
static bool is_ours(const char *folder) {
  struct stat found;
  return lstat(folder, &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
         (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* Opens what is unpacked in `folder`; false where it is not, or not whole. */
static bool open_unpacked(struct wb_course *course, const char *folder, const char *archive) {
  char *top = wb_path_join(folder, "course"), *file = wb_path_join(folder, "name");
  char *root = is_ours(folder) ? root_within(top) : NULL;
  char *name = root != NULL ? wb_file_read_text(file, NAME_MAX_BYTES, NULL) : NULL;
  if (name != NULL) wb_course_open_at(course, root, archive, name);
  const bool opened = name != NULL;
  free(name);
  free(root);
  free(file);
  free(top);
  return opened;
}

/* ---- unpacking ----------------------------------------------------------------------------- */

/* Asks a judge, which has walls of its own, what the course says. */
static enum wb_status keep_name(const char *folder, const char *root, struct wb_error *err) {
  struct wb_catalog catalog;
  enum wb_status status = wb_catalog_load(root, &catalog, err);
  if (status != WB_OK) return status;
  const struct wb_course_summary *about = &catalog.course;
  char *file = wb_path_join(folder, "name");
  char *name = wb_format("%s%s%s", about->name != NULL ? about->name : "",
                         about->pack != NULL ? ":" : "", about->pack != NULL ? about->pack : "");
  status = wb_file_create(file, name, strlen(name), err);
  free(name);
  free(file);
  wb_catalog_release(&catalog);
  return status;
}

static enum wb_status fill_folder(const char *folder, int archive, struct wb_error *err) {
  char *top = wb_path_join(folder, "course");
  char *root = NULL;
  const char *const words[] = {"unpack", top, NULL};
  enum wb_status status = mkdir(top, 0700) == 0 ? WB_OK : wb_fail_errno(err, "cannot make %s", top);
  if (status == WB_OK) status = wb_archive_run_words(words, archive, -1, -1, err);
  if (status == WB_OK && (root = root_within(top)) == NULL)
    status = wb_fail(err, WB_ERR_SPEC,
                     "the archive is no course: it has no course.lua, at its top or in the one "
                     "folder there");
  if (status == WB_OK && !wb_course_is_folder(root))
    status = wb_fail(err, WB_ERR_SPEC, "the archive's course has no puzzles/ or no kernels/");
  if (status == WB_OK) status = keep_name(folder, root, err);
  free(root);
  free(top);
  return status;
}

static int open_folder(const char *path) {
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Folders that a process left when it was killed: nobody holds their locks. */
static void remove_abandoned(const char *parent) {
  struct wb_names names;
  wb_names_init(&names);
  wb_directory_list(parent, &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    if (!wb_starts_with(names.items[i], NEW)) continue;
    char *path = wb_path_join(parent, names.items[i]);
    const int fd = open_folder(path);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) wb_folder_remove_tree(path);
    if (fd >= 0) close(fd);
    free(path);
  }
  wb_names_release(&names);
}

/* A folder of our own, whose lock we hold. One at a time does this in `parent`: between its making
 * and its lock somebody else would take a folder for abandoned. */
static enum wb_status make_fresh(const char *parent, char *fresh, int *lock, struct wb_error *err) {
  enum wb_status status = WB_OK;
  const int turn = open_folder(parent);
  if (turn >= 0) flock(turn, LOCK_EX);
  remove_abandoned(parent);
  if (mkdtemp(fresh) == NULL)
    status = wb_fail_errno(err, "cannot make a folder in %s", parent);
  else
    *lock = open_folder(fresh);
  if (*lock >= 0) flock(*lock, LOCK_EX | LOCK_NB);
  if (turn >= 0) close(turn);
  return status;
}

/* Unpacks beside `folder` and puts it there. Who comes second finds the first one's. */
static enum wb_status unpack_into(const char *parent, const char *folder, int archive,
                                  struct wb_error *err) {
  char *fresh = wb_format("%s/%sXXXXXX", parent, NEW);
  int lock = -1;
  enum wb_status status = wb_make_directories(parent, err);
  if (status == WB_OK) status = make_fresh(parent, fresh, &lock, err);
  if (status == WB_OK) {
    status = fill_folder(fresh, archive, err);
    if (status == WB_OK && rename(fresh, folder) != 0 && errno != EEXIST && errno != ENOTEMPTY)
      status = wb_fail_errno(err, "cannot put the course into %s", folder);
    wb_folder_remove_tree(fresh);
  }
  if (lock >= 0) close(lock);
  free(fresh);
  return status;
}

static enum wb_status fail_in(const char *path, struct wb_error *err) {
  struct wb_error why = *err;
  return wb_fail(err, why.status, "%s: %s%s%s", path, why.where, why.where[0] != '\0' ? ": " : "",
                 why.message);
}

enum wb_status wb_course_archive_open(struct wb_course *course, const char *path,
                                      struct wb_error *err) {
  char hex[WB_SHA256_HEX];
  struct wb_error why = {0};
  char *data = wb_course_data_folder(), *parent = NULL, *folder = NULL;
  enum wb_status status = WB_OK;
  *course = (struct wb_course){0};
  const int fd = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC);
  if (data == NULL)
    status = wb_fail(&why, WB_ERR_IO, "there is no place to unpack it: set HOME to a folder");
  else if (fd < 0)
    status = wb_fail_errno(&why, "cannot be opened");
  if (status == WB_OK) status = hash_file(fd, path, hex, &why);
  if (status == WB_OK) {
    parent = wb_path_join(data, "unpacked");
    folder = wb_path_join(parent, hex);
    if (!open_unpacked(course, folder, path)) {
      status = unpack_into(parent, folder, fd, &why);
      if (status == WB_OK && !open_unpacked(course, folder, path))
        status =
            wb_fail(&why, WB_ERR_IO, "what was unpacked in %s is not whole; remove it", folder);
    }
  }
  if (status != WB_OK && err != NULL) *err = why;
  if (status != WB_OK && err != NULL) status = fail_in(path, err);
  if (fd >= 0) close(fd);
  free(folder);
  free(parent);
  free(data);
  return status;
}
