#include "course/change.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

enum { JOURNAL_MAX_BYTES = 1 << 20 };

#define JOURNAL WB_CHANGE_FOLDER "/moves"
/* Before the name of what is to be gone. */
#define GONE WB_CHANGE_FOLDER "/gone/"

/* ---- what is to be changed ------------------------------------------------------------- */

void wb_course_change_init(struct wb_course_change *change, const char *root) {
  *change = (struct wb_course_change){.root = root};
  wb_names_init(&change->from);
  wb_names_init(&change->to);
}

void wb_course_change_release(struct wb_course_change *change) {
  for (size_t i = 0; i < change->n_files; i++) {
    free(change->files[i].path);
    free(change->files[i].text);
  }
  free(change->files);
  wb_names_release(&change->from);
  wb_names_release(&change->to);
  *change = (struct wb_course_change){.root = change->root};
}

void wb_course_change_write_bytes(struct wb_course_change *change, const char *path,
                                  const char *bytes, size_t length) {
  change->files =
      wb_grow(change->files, &change->files_capacity, change->n_files + 1, sizeof *change->files);
  change->files[change->n_files].path = wb_strdup(path);
  change->files[change->n_files].length = length;
  change->files[change->n_files].text = wb_alloc(length + 1);
  memcpy(change->files[change->n_files++].text, bytes, length);
}

void wb_course_change_write(struct wb_course_change *change, const char *path, const char *text) {
  wb_course_change_write_bytes(change, path, text, strlen(text));
}

void wb_course_change_move(struct wb_course_change *change, const char *from, const char *to) {
  wb_names_add(&change->from, from);
  wb_names_add(&change->to, to);
}

void wb_course_change_remove(struct wb_course_change *change, const char *path) {
  char *gone = wb_format(GONE "%s", path);
  wb_course_change_move(change, path, gone);
  free(gone);
}

/* puzzles/NAME, kernels/NAME or solutions/NAME; what follows in `path` is left out where
 * `whole` is false. */
static bool is_in_course(const char *path, bool whole) {
  static const char *const folders[] = {"puzzles/", "kernels/", "solutions/"};
  for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
    const char *name = path + strlen(folders[i]);
    if (!wb_starts_with(path, folders[i])) continue;
    return name[0] != '\0' && name[0] != '.' && name[0] != '/' && strpbrk(name, "\t\n") == NULL &&
           strstr(name, "..") == NULL && (!whole || strchr(name, '/') == NULL);
  }
  return false;
}

/* ---- steps on the disk ----------------------------------------------------------------- */

static bool may_step(const struct wb_course_change *change) {
  const bool may = change->may == NULL || change->may(change->data);
  if (!may) errno = ENOSPC;
  return may;
}

static char *path_in(const struct wb_course_change *change, const char *name) {
  return wb_path_join(change->root, name);
}

static bool is_there(const struct wb_course_change *change, const char *name) {
  struct stat about;
  char *path = path_in(change, name);
  const bool there = lstat(path, &about) == 0;
  free(path);
  return there;
}

/* A file system that cannot refuse to overwrite is asked before. */
static int rename_to_free(const char *from, const char *to) {
  struct stat about;
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  if (lstat(to, &about) == 0) {
    errno = EEXIST;
    return -1;
  }
  return rename(from, to);
}

static enum wb_status move_one(const struct wb_course_change *change, const char *from,
                               const char *to, struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *old = path_in(change, from), *new = path_in(change, to);
  if (!may_step(change) || rename_to_free(old, new) != 0)
    status = wb_fail_errno(err, "cannot move %s to %s", from, to);
  free(new);
  free(old);
  return status;
}

/* What was written is on the disk before the next step depends on it. */
static void sync_folder(const char *root, const char *name) {
  char *path = wb_path_join(root, name);
  const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0) {
    fsync(fd);
    close(fd);
  }
  free(path);
}

/* Removes a folder of ours with all that is in it. Links are removed, not followed. */
static void remove_tree(int parent, const char *name) {
  const int fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;
  struct dirent *entry;
  while (folder != NULL && (entry = readdir(folder)) != NULL) {
    const bool is_itself = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    if (!is_itself && unlinkat(fd, entry->d_name, 0) != 0) remove_tree(fd, entry->d_name);
  }
  if (folder != NULL)
    closedir(folder);
  else if (fd >= 0)
    close(fd);
  unlinkat(parent, name, AT_REMOVEDIR);
}

static void remove_leftovers(const struct wb_course_change *change) {
  const int root = open(change->root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return;
  remove_tree(root, WB_CHANGE_FOLDER);
  close(root);
}

/* ---- writing beside the course --------------------------------------------------------- */

static enum wb_status write_aside(const struct wb_course_change *change, size_t at,
                                  struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *path = wb_format("%s/" WB_CHANGE_FOLDER "/%s", change->root, change->files[at].path);
  char *folder = wb_path_dirname(path);
  if (!is_in_course(change->files[at].path, false))
    wb_bug("%s is no file of a puzzle", change->files[at].path);
  if (!may_step(change))
    status = wb_fail_errno(err, "cannot write %s", path);
  else
    status = wb_make_directories(folder, err);
  if (status == WB_OK)
    status = wb_file_create(path, change->files[at].text, change->files[at].length, err);
  free(folder);
  free(path);
  return status;
}

/* "puzzles/05-scan" of "puzzles/05-scan/lesson.md": what is moved as one. */
static char *unit_of(const char *path) {
  const char *name = strchr(path, '/') + 1;
  return wb_strndup(path, (size_t)(name - path) + strcspn(name, "/"));
}

/* Moves for what lies beside the course, each once. */
static void add_arrivals(struct wb_course_change *change) {
  for (size_t i = 0; i < change->n_files; i++) {
    char *unit = unit_of(change->files[i].path);
    char *aside = wb_format(WB_CHANGE_FOLDER "/%s", unit);
    if (!wb_names_have(&change->from, aside)) wb_course_change_move(change, aside, unit);
    free(aside);
    free(unit);
  }
}

static enum wb_status make_places_of_gone(const struct wb_course_change *change,
                                          struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < change->to.count && status == WB_OK; i++) {
    if (!wb_starts_with(change->to.items[i], GONE)) continue;
    char *path = path_in(change, change->to.items[i]), *folder = wb_path_dirname(path);
    status = wb_make_directories(folder, err);
    free(folder);
    free(path);
  }
  return status;
}

static enum wb_status write_journal(const struct wb_course_change *change, struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct wb_str text;
  char *path = path_in(change, JOURNAL);
  char *folder = path_in(change, WB_CHANGE_FOLDER);
  wb_str_init(&text);
  for (size_t i = 0; i < change->from.count; i++)
    wb_str_addf(&text, "%s\t%s\n", change->from.items[i], change->to.items[i]);
  if (!may_step(change))
    status = wb_fail_errno(err, "cannot write %s", path);
  else
    status = wb_make_directories(folder, err);
  if (status == WB_OK) status = make_places_of_gone(change, err);
  if (status == WB_OK) status = wb_file_write_atomic(path, text.data, text.length, err);
  if (status == WB_OK) sync_folder(change->root, WB_CHANGE_FOLDER);
  wb_str_release(&text);
  free(folder);
  free(path);
  return status;
}

/* Nothing is begun that would have to be undone. */
static enum wb_status check_places(const struct wb_course_change *change, struct wb_error *err) {
  static const char *const folders[] = {"puzzles", "kernels", "solutions"};
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < sizeof folders / sizeof folders[0] && status == WB_OK; i++) {
    char *path = path_in(change, folders[i]);
    if (!wb_file_exists(path)) status = wb_make_directories(path, err);
    if (status == WB_OK && !wb_is_writable_directory(path))
      status = wb_fail(err, WB_ERR_IO, "the folder %s cannot be written to", path);
    free(path);
  }
  for (size_t i = 0; i < change->to.count && status == WB_OK; i++)
    if (is_there(change, change->to.items[i]))
      status = wb_fail(err, WB_ERR_USAGE, "%s is there already; move it away first",
                       change->to.items[i]);
  return status;
}

/* ---- moving ---------------------------------------------------------------------------- */

/* Each move's state can be seen: either end is there, and not both. */
static enum wb_status move_unless_done(const struct wb_course_change *change, const char *from,
                                       const char *to, struct wb_error *err) {
  if (!is_there(change, from) && is_there(change, to)) return WB_OK;
  return move_one(change, from, to, err);
}

static enum wb_status move_all(const struct wb_course_change *change, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < change->from.count && status == WB_OK; i++)
    status = move_unless_done(change, change->from.items[i], change->to.items[i], err);
  return status;
}

static enum wb_status undo_all(const struct wb_course_change *change, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (size_t i = change->from.count; i-- > 0 && status == WB_OK;)
    status = move_unless_done(change, change->to.items[i], change->from.items[i], err);
  return status;
}

static enum wb_status forget_journal(const struct wb_course_change *change, struct wb_error *err) {
  enum wb_status status = WB_OK;
  char *path = path_in(change, JOURNAL);
  sync_folder(change->root, "puzzles");
  sync_folder(change->root, "kernels");
  sync_folder(change->root, "solutions");
  if (!may_step(change) || unlink(path) != 0) status = wb_fail_errno(err, "cannot remove %s", path);
  free(path);
  return status;
}

/* What stands in the journal, or all of it undone. */
static enum wb_status carry_out(const struct wb_course_change *change, struct wb_error *err) {
  struct wb_error why = {0}, worse = {0};
  enum wb_status status = move_all(change, &why);
  if (status == WB_OK) {
    /* The moves are made: a journal that stays says so again, and does no harm. */
    if (forget_journal(change, NULL) == WB_OK) remove_leftovers(change);
    return WB_OK;
  }
  const bool undone = undo_all(change, &worse) == WB_OK && forget_journal(change, &worse) == WB_OK;
  if (undone) {
    remove_leftovers(change);
    return wb_fail(err, status, "%s; the course is as it was before", why.message);
  }
  return wb_fail(err, status,
                 "%s; nor could what was done be undone: %s. " JOURNAL
                 " in the course says what is to be moved; any command goes on with it once that "
                 "can be done",
                 why.message, worse.message);
}

/* ---- one at a time, and not in the middle ------------------------------------------------ */

struct guard {
  int root; /* locked; -1: it cannot be opened */
  sigset_t before;
};

/* Ctrl-C in between would leave the rest to the next command. */
static void enter_guard(struct guard *guard, const char *root) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
  sigset_t held;
  sigemptyset(&held);
  for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) sigaddset(&held, signals[i]);
  guard->root = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (guard->root >= 0) flock(guard->root, LOCK_EX);
  sigprocmask(SIG_BLOCK, &held, &guard->before);
}

static void leave_guard(const struct guard *guard) {
  if (guard->root >= 0) close(guard->root);
  sigprocmask(SIG_SETMASK, &guard->before, NULL);
}

/* The lines of a journal; one that says anything but moves in the course is refused. */
static enum wb_status read_journal(struct wb_course_change *change, const char *text,
                                   struct wb_error *err) {
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n"), begin = strcspn(text, "\t\n");
    char *from = wb_strndup(text, begin);
    char *to = wb_strndup(text + begin + (begin < length), length - begin - (begin < length));
    const char *within =
        wb_starts_with(from, WB_CHANGE_FOLDER "/") ? from + strlen(WB_CHANGE_FOLDER "/") : from;
    const char *place = wb_starts_with(to, GONE) ? to + strlen(GONE) : to;
    const bool sound = is_in_course(within, true) && is_in_course(place, true);
    if (sound) wb_course_change_move(change, from, to);
    free(to);
    free(from);
    if (!sound)
      return wb_fail(err, WB_ERR_SPEC,
                     "%s/" JOURNAL
                     " is not what the workbench writes before it moves puzzles; remove it",
                     change->root);
    text += length + (text[length] == '\n');
  }
  return WB_OK;
}

/* The lock is held. */
static enum wb_status finish_locked(const char *root, struct wb_error *err) {
  struct wb_course_change change;
  enum wb_status status = WB_OK;
  wb_course_change_init(&change, root);
  char *path = path_in(&change, JOURNAL);
  char *text = wb_file_exists(path) ? wb_file_read_text(path, JOURNAL_MAX_BYTES, err) : NULL;
  if (text != NULL) {
    status = read_journal(&change, text, err);
    if (status == WB_OK) status = carry_out(&change, err);
  } else if (wb_file_exists(path)) {
    status = WB_ERR_IO;
  }
  free(text);
  free(path);
  wb_course_change_release(&change);
  return status;
}

enum wb_status wb_course_change_finish(const char *root, struct wb_error *err) {
  struct guard guard;
  enum wb_status status = WB_OK;
  char *path = wb_path_join(root, JOURNAL);
  if (wb_file_exists(path)) {
    enter_guard(&guard, root);
    status = finish_locked(root, err);
    leave_guard(&guard);
  }
  free(path);
  return status;
}

enum wb_status wb_course_change_commit(struct wb_course_change *change, struct wb_error *err) {
  struct guard guard;
  enter_guard(&guard, change->root);
  enum wb_status status = finish_locked(change->root, err);
  if (status == WB_OK) {
    remove_leftovers(change);
    add_arrivals(change);
    status = check_places(change, err);
    for (size_t i = 0; i < change->n_files && status == WB_OK; i++)
      status = write_aside(change, i, err);
    if (status == WB_OK) status = write_journal(change, err);
    if (status == WB_OK)
      status = carry_out(change, err);
    else
      remove_leftovers(change);
  }
  leave_guard(&guard);
  return status;
}
