#include "session/archive_pack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/str.h"
#include "session/course_archive.h"

enum { FILE_MAX_BYTES = 32 << 20 };

/* ---- the list --------------------------------------------------------------------------- */

void wb_archive_list_add(struct wb_archive_list *list, char *path, char *content, size_t length) {
  list->items = wb_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
  list->items[list->count++] = (struct wb_archive_item){path, content, length};
}

void wb_archive_list_release(struct wb_archive_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    free(list->items[i].path);
    free(list->items[i].content);
  }
  free(list->items);
  *list = (struct wb_archive_list){0};
}

static int by_path(const void *a, const void *b) {
  return strcmp(((const struct wb_archive_item *)a)->path,
                ((const struct wb_archive_item *)b)->path);
}

/* ---- the form --------------------------------------------------------------------------- */

static const char *suffix_of(const char *path) {
  static const char *const suffixes[][2] = {{".tar.gz", ".tar.gz"},
                                            {".tgz", ".tar.gz"},
                                            {".tar.xz", ".tar.xz"},
                                            {".tar.zst", ".tar.zst"},
                                            {".zip", ".zip"}};
  for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
    if (wb_ends_with(path, suffixes[i][0])) return suffixes[i][1];
  return NULL;
}

enum wb_status wb_archive_check_name(const char *path, struct wb_error *err) {
  if (suffix_of(path) != NULL) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE,
                 "%s does not say what archive it is to be: its name must end in .tar.gz, "
                 ".tar.xz, .tar.zst or .zip",
                 path);
}

/* ---- the archive ------------------------------------------------------------------------ */

static enum wb_status write_item(const struct wb_archive_target *target,
                                 const struct wb_archive_item *item, int stream,
                                 struct wb_error *err) {
  struct wb_str text;
  enum wb_status status = WB_OK;
  wb_str_init(&text);
  if (item->content != NULL) {
    wb_str_add_bytes(&text, item->content, item->length);
  } else {
    char *full = wb_path_join(target->root, item->path);
    status = wb_file_read(full, FILE_MAX_BYTES, &text, err);
    free(full);
  }
  char *head = wb_format("%zu %s%s%s\n", text.length, target->folder != NULL ? target->folder : "",
                         target->folder != NULL ? "/" : "", item->path);
  if (strchr(item->path, '\n') != NULL)
    status = wb_fail(err, WB_ERR_SPEC, "a file's name has a line break; it cannot be packed");
  if (status == WB_OK) status = wb_write_exact(stream, head, strlen(head), -1, err);
  if (status == WB_OK) status = wb_write_exact(stream, text.data, text.length, -1, err);
  free(head);
  wb_str_release(&text);
  return status;
}

/* All files in one stream, as workbench-archive takes them, in memory. */
static enum wb_status write_stream(const struct wb_archive_list *list,
                                   const struct wb_archive_target *target, int *stream,
                                   struct wb_error *err) {
  *stream = memfd_create("pack", MFD_CLOEXEC);
  enum wb_status status = *stream >= 0 ? WB_OK : wb_fail_errno(err, "cannot take memory");
  for (size_t i = 0; i < list->count && status == WB_OK; i++)
    status = write_item(target, &list->items[i], *stream, err);
  if (status == WB_OK) status = wb_write_exact(*stream, "\n", 1, -1, err);
  if (status == WB_OK && lseek(*stream, 0, SEEK_SET) != 0)
    status = wb_fail_errno(err, "cannot read what is to be packed");
  return status;
}

static enum wb_status give_name(const char *fresh, const struct wb_archive_target *target,
                                struct wb_error *err) {
  const int failed =
      target->keep ? wb_rename_if_free(fresh, target->path) : rename(fresh, target->path);
  if (failed == 0) return WB_OK;
  if (target->keep && errno == EEXIST)
    return wb_fail(err, WB_ERR_USAGE, "%s is there already; --force replaces it", target->path);
  return wb_fail_errno(err, "cannot write %s", target->path);
}

/* Beside its place, and renamed: there is a whole archive or the one before. */
static enum wb_status write_archive(int stream, const struct wb_archive_target *target,
                                    uint64_t *bytes, struct wb_error *err) {
  struct stat made = {0};
  const char *const words[] = {"pack", suffix_of(target->path), target->bare ? "bare" : NULL, NULL};
  const mode_t mode = wb_file_mode(target->path);
  char *fresh = wb_format("%s.XXXXXX", target->path);
  const int out = mkostemp(fresh, O_CLOEXEC);
  enum wb_status status =
      out >= 0 ? WB_OK : wb_fail_errno(err, "cannot make a file beside %s", target->path);
  if (status == WB_OK) status = wb_archive_run_words(words, stream, out, target->stop_fd, err);
  if (status == WB_OK && (fsync(out) != 0 || fstat(out, &made) != 0 || fchmod(out, mode) != 0))
    status = wb_fail_errno(err, "cannot write %s", target->path);
  if (status == WB_OK) status = give_name(fresh, target, err);
  if (status != WB_OK && out >= 0) unlink(fresh);
  *bytes = (uint64_t)made.st_size;
  if (out >= 0) close(out);
  free(fresh);
  return status;
}

enum wb_status wb_archive_write(struct wb_archive_list *list,
                                const struct wb_archive_target *target, uint64_t *bytes,
                                struct wb_error *err) {
  int stream = -1;
  enum wb_status status = wb_archive_check_name(target->path, err);
  if (status == WB_OK && target->keep && wb_file_exists(target->path))
    status = wb_fail(err, WB_ERR_USAGE, "%s is there already; --force replaces it", target->path);
  if (list->count > 1) qsort(list->items, list->count, sizeof *list->items, by_path);
  if (status == WB_OK) status = write_stream(list, target, &stream, err);
  if (status == WB_OK) status = write_archive(stream, target, bytes, err);
  if (stream >= 0) close(stream);
  return status;
}
