#include "report/site.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { LIST_MAX = 1 << 20 };

/* What a list of files begins with; the caller frees. */
static char *list_begin(const struct wb_site_kind *kind) {
  return wb_format("# A %s, made by %s, which may replace it. These are its files.\n", kind->noun,
                   kind->command);
}

/* ---- the folder that is there already ----------------------------------------------------- */

/* The names in a list of files, itself among them. */
static void read_list(const struct wb_site_kind *kind, char *text, struct wb_names *names) {
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
    if (line[0] != '#' && strchr(line, '/') == NULL) wb_names_add(names, line);
  wb_names_add(names, kind->list);
  wb_names_sort(names);
}

/* The first of the sorted names that is not in the sorted list; NULL: all of them are. */
static const char *find_other(const struct wb_names *there, const struct wb_names *listed) {
  size_t at = 0;
  for (size_t i = 0; i < there->count; i++) {
    while (at < listed->count && strcmp(listed->items[at], there->items[i]) < 0) at++;
    if (at == listed->count || strcmp(listed->items[at], there->items[i]) != 0)
      return there->items[i];
  }
  return NULL;
}

/* The files of the site in a folder; WB_ERR_USAGE where it is none, or holds more than that. */
static enum wb_status list_old_site(const struct wb_site_kind *kind, const char *folder,
                                    struct wb_names *listed, struct wb_error *err) {
  char *path = wb_path_join(folder, kind->list), *begin = list_begin(kind);
  char *text = wb_is_regular_file(path) ? wb_file_read_text(path, LIST_MAX, NULL) : NULL;
  struct wb_names there;
  wb_names_init(&there);
  enum wb_status status = wb_directory_list(folder, &there, err);
  if (status == WB_OK && there.count > 0 && (text == NULL || !wb_starts_with(text, begin)))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is there already, and is no %s that this command made; name a folder "
                     "that is not there",
                     folder, kind->noun);
  if (status == WB_OK && text != NULL) read_list(kind, text, listed);
  const char *other = find_other(&there, listed);
  if (status == WB_OK && other != NULL)
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s holds %s, which is not the %s's and would be lost; move it away, or name "
                     "another folder",
                     folder, other, kind->noun);
  wb_names_release(&there);
  free(begin);
  free(text);
  free(path);
  return status;
}

/* "docs" of "docs/": what a folder beside it is called after. The caller frees. */
static char *without_slashes(const char *folder) {
  size_t length = strlen(folder);
  while (length > 1 && folder[length - 1] == '/') length--;
  return wb_strndup(folder, length);
}

bool wb_site_is_there(const struct wb_site_kind *kind, const char *folder) {
  char *path = wb_path_join(folder, kind->list);
  const bool there = wb_is_regular_file(path);
  free(path);
  return there;
}

enum wb_status wb_site_check_target(const struct wb_site_kind *kind, const char *folder,
                                    struct wb_error *err) {
  struct wb_names listed;
  struct stat about;
  enum wb_status status = WB_OK;
  char *target = without_slashes(folder), *parent = wb_path_dirname(target);
  wb_names_init(&listed);
  if (lstat(target, &about) == 0 && !S_ISDIR(about.st_mode))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is there already, and is no folder; name one that is not there", target);
  else if (wb_file_exists(target))
    status = list_old_site(kind, target, &listed, err);
  else if (!wb_is_directory(parent))
    status = wb_fail(err, WB_ERR_USAGE, "there is no folder %s to make %s in", parent, target);
  wb_names_release(&listed);
  free(parent);
  free(target);
  return status;
}

/* ---- writing --------------------------------------------------------------------------- */

enum wb_status wb_site_begin(struct wb_site *site, const struct wb_site_kind *kind,
                             const char *folder, struct wb_error *err) {
  *site = (struct wb_site){.kind = kind, .folder = without_slashes(folder)};
  wb_names_init(&site->files);
  enum wb_status status = wb_site_check_target(kind, site->folder, err);
  if (status != WB_OK) return status;
  site->fresh = wb_format("%s.XXXXXX", site->folder);
  if (mkdtemp(site->fresh) == NULL) {
    status = wb_fail_errno(err, "cannot make a folder beside %s", folder);
    free(site->fresh);
    site->fresh = NULL;
  }
  return status;
}

/* Not one that is there. What a crash might lose is made sure of for all of them at once. */
static enum wb_status write_new(const char *path, const struct wb_str *bytes,
                                struct wb_error *err) {
  const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  bool written = fd >= 0 && wb_fd_write(fd, bytes->data, bytes->length);
  if (fd >= 0 && close(fd) != 0) written = false;
  return written ? WB_OK : wb_fail_errno(err, "cannot write %s", path);
}

void wb_site_add(struct wb_site *site, const char *name, struct wb_str *bytes) {
  char *path = wb_path_join(site->fresh, name);
  if (site->status == WB_OK) {
    wb_names_add(&site->files, name);
    site->status = write_new(path, bytes, &site->trouble);
  }
  wb_str_release(bytes);
  free(path);
}

/* The list of files is none of the files. */
static void write_list(struct wb_site *site) {
  char *begin = list_begin(site->kind), *path = wb_path_join(site->fresh, site->kind->list);
  struct wb_str list;
  wb_str_init(&list);
  wb_str_add(&list, begin);
  for (size_t i = 0; i < site->files.count; i++) wb_str_addf(&list, "%s\n", site->files.items[i]);
  if (site->status == WB_OK) site->status = write_new(path, &list, &site->trouble);
  wb_str_release(&list);
  free(path);
  free(begin);
}

static void remove_files(const char *folder, const struct wb_names *names) {
  for (size_t i = 0; i < names->count; i++) {
    char *path = wb_path_join(folder, names->items[i]);
    unlink(path);
    free(path);
  }
  rmdir(folder);
}

/* Both folders change places where the file system can do that in one step; else the old one
 * steps aside first. */
static enum wb_status put_in_place(const char *fresh, const char *folder, struct wb_error *err) {
  if (!wb_file_exists(folder)) {
    if (rename(fresh, folder) == 0) return WB_OK;
  } else if (renameat2(AT_FDCWD, fresh, AT_FDCWD, folder, RENAME_EXCHANGE) == 0) {
    return WB_OK;
  } else if (errno == EINVAL || errno == ENOSYS) {
    char *aside = wb_format("%s-old", fresh);
    const bool done = rename(folder, aside) == 0 && rename(fresh, folder) == 0;
    if (done) rename(aside, fresh);
    if (!done && !wb_file_exists(folder)) rename(aside, folder);
    free(aside);
    if (done) return WB_OK;
  }
  return wb_fail_errno(err, "cannot put the new files into %s", folder);
}

/* On the disk, before the folder takes the place of another one. */
static enum wb_status sync_files(const char *folder, struct wb_error *err) {
  const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const bool done = fd >= 0 && syncfs(fd) == 0;
  enum wb_status status = done ? WB_OK : wb_fail_errno(err, "cannot write %s", folder);
  if (fd >= 0) close(fd);
  return status;
}

/* mkdtemp's folders are their owner's alone. */
static enum wb_status make_readable(const char *folder, struct wb_error *err) {
  const mode_t mask = umask(0);
  umask(mask);
  return chmod(folder, 0777 & ~mask) == 0 ? WB_OK
                                          : wb_fail_errno(err, "cannot make %s readable", folder);
}

enum wb_status wb_site_publish(struct wb_site *site, struct wb_error *err) {
  struct wb_names old;
  wb_names_init(&old);
  write_list(site);
  enum wb_status status = site->status;
  if (status != WB_OK && err != NULL) *err = site->trouble;
  if (status == WB_OK) status = wb_site_check_target(site->kind, site->folder, err);
  const bool replaces = wb_file_exists(site->folder);
  if (status == WB_OK && replaces) status = list_old_site(site->kind, site->folder, &old, err);
  if (status == WB_OK) status = make_readable(site->fresh, err);
  if (status == WB_OK) status = sync_files(site->fresh, err);
  if (status == WB_OK) status = put_in_place(site->fresh, site->folder, err);
  if (status == WB_OK) {
    if (replaces) remove_files(site->fresh, &old);
    free(site->fresh);
    site->fresh = NULL;
  }
  wb_names_release(&old);
  return status;
}

void wb_site_close(struct wb_site *site) {
  if (site->fresh != NULL) {
    wb_names_add(&site->files, site->kind->list);
    remove_files(site->fresh, &site->files);
  }
  if (site->folder != NULL) wb_names_release(&site->files);
  free(site->fresh);
  free(site->folder);
  *site = (struct wb_site){0};
}
