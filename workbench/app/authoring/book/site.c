#include "authoring/book/site.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { LIST_MAX = 1 << 20 };

static const char list_begin[] =
    "# A book, made by `workbench book`, which may replace it. These are its files.\n";

/* ---- in memory ------------------------------------------------------------------------- */

void wb_site_add(struct wb_site *site, const char *name, struct wb_str *bytes) {
  for (size_t i = 0; i < site->count; i++)
    if (strcmp(site->files[i].name, name) == 0) wb_bug("two files of a book are called %s", name);
  site->files = wb_grow(site->files, &site->capacity, site->count + 1, sizeof *site->files);
  site->files[site->count++] = (struct wb_site_file){.name = wb_strdup(name), .bytes = *bytes};
  wb_str_init(bytes);
}

void wb_site_release(struct wb_site *site) {
  for (size_t i = 0; i < site->count; i++) {
    free(site->files[i].name);
    wb_str_release(&site->files[i].bytes);
  }
  free(site->files);
  *site = (struct wb_site){0};
}

/* ---- the folder that is there already ----------------------------------------------------- */

/* The names in a list of files, itself among them. */
static void read_list(char *text, struct wb_names *names) {
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
    if (line[0] != '#' && strchr(line, '/') == NULL) wb_names_add(names, line);
  wb_names_add(names, WB_SITE_LIST);
}

/* The files of the book in a folder; WB_ERR_USAGE where it is none, or holds more than that. */
static enum wb_status list_old_book(const char *folder, struct wb_names *listed,
                                    struct wb_error *err) {
  char *path = wb_path_join(folder, WB_SITE_LIST);
  char *text = wb_is_regular_file(path) ? wb_file_read_text(path, LIST_MAX, NULL) : NULL;
  struct wb_names there;
  wb_names_init(&there);
  enum wb_status status = wb_directory_list(folder, &there, err);
  if (status == WB_OK && there.count > 0 && (text == NULL || !wb_starts_with(text, list_begin)))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is there already, and is no book that this command made; name a folder "
                     "that is not there",
                     folder);
  if (status == WB_OK && text != NULL) read_list(text, listed);
  for (size_t i = 0; status == WB_OK && i < there.count; i++)
    if (!wb_names_have(listed, there.items[i]))
      status = wb_fail(err, WB_ERR_USAGE,
                       "%s holds %s, which is not the book's and would be lost; move it away, or "
                       "name another folder",
                       folder, there.items[i]);
  wb_names_release(&there);
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

enum wb_status wb_site_check_target(const char *folder, struct wb_error *err) {
  struct wb_names listed;
  struct stat about;
  enum wb_status status = WB_OK;
  char *target = without_slashes(folder), *parent = wb_path_dirname(target);
  wb_names_init(&listed);
  if (lstat(target, &about) == 0 && !S_ISDIR(about.st_mode))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is there already, and is no folder; name one that is not there", target);
  else if (wb_file_exists(target))
    status = list_old_book(target, &listed, err);
  else if (!wb_is_directory(parent))
    status = wb_fail(err, WB_ERR_USAGE, "there is no folder %s to make %s in", parent, target);
  wb_names_release(&listed);
  free(parent);
  free(target);
  return status;
}

/* ---- writing --------------------------------------------------------------------------- */

static enum wb_status write_file(const char *folder, const char *name, const struct wb_str *bytes,
                                 struct wb_error *err) {
  char *path = wb_path_join(folder, name);
  enum wb_status status = wb_file_create(path, bytes->data, bytes->length, err);
  free(path);
  return status;
}

static enum wb_status write_files(const struct wb_site *site, const char *folder,
                                  struct wb_error *err) {
  struct wb_str list;
  enum wb_status status = WB_OK;
  wb_str_init(&list);
  wb_str_add(&list, list_begin);
  for (size_t i = 0; status == WB_OK && i < site->count; i++) {
    wb_str_addf(&list, "%s\n", site->files[i].name);
    status = write_file(folder, site->files[i].name, &site->files[i].bytes, err);
  }
  if (status == WB_OK) status = write_file(folder, WB_SITE_LIST, &list, err);
  wb_str_release(&list);
  return status;
}

static void remove_files(const char *folder, const struct wb_names *names) {
  for (size_t i = 0; i < names->count; i++) {
    char *path = wb_path_join(folder, names->items[i]);
    unlink(path);
    free(path);
  }
  rmdir(folder);
}

static void remove_new(const struct wb_site *site, const char *folder) {
  struct wb_names names;
  wb_names_init(&names);
  for (size_t i = 0; i < site->count; i++) wb_names_add(&names, site->files[i].name);
  wb_names_add(&names, WB_SITE_LIST);
  remove_files(folder, &names);
  wb_names_release(&names);
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
  return wb_fail_errno(err, "cannot put the book into %s", folder);
}

enum wb_status wb_site_publish(const struct wb_site *site, const char *folder,
                               struct wb_error *err) {
  char *target = without_slashes(folder), *fresh = wb_format("%s.XXXXXX", target);
  struct wb_names old;
  wb_names_init(&old);
  const bool replaces = wb_file_exists(target);
  enum wb_status status = wb_site_check_target(target, err);
  if (status == WB_OK && replaces) status = list_old_book(target, &old, err);
  if (status == WB_OK && mkdtemp(fresh) == NULL)
    status = wb_fail_errno(err, "cannot make a folder beside %s", folder);
  if (status == WB_OK) {
    const mode_t mask = umask(0);
    umask(mask);
    status = write_files(site, fresh, err);
    if (status == WB_OK && chmod(fresh, 0777 & ~mask) != 0)
      status = wb_fail_errno(err, "cannot make %s readable", fresh);
    if (status == WB_OK) status = put_in_place(fresh, target, err);
    if (status != WB_OK)
      remove_new(site, fresh);
    else if (replaces)
      remove_files(fresh, &old);
  }
  wb_names_release(&old);
  free(fresh);
  free(target);
  return status;
}
