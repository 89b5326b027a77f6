#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/archive.h"
#include "archive/manifest.h"
#include "base/file.h"

/* The first second that a zip can have: the same in every archive. */
static const time_t PACKED_AT = 315532800; /* 1980-01-01 00:00:00 UTC */

static enum wb_status fail_writer(struct archive *writer, struct wb_error *err) {
  const char *why = archive_error_string(writer);
  return wb_fail(err, WB_ERR_IO, "cannot write the archive: %s", why != NULL ? why : "?");
}

/* One thread, no time stamp: what is written depends on the files alone. */
static int choose_form(struct archive *writer, enum wb_archive_form form) {
  if (form == WB_ARCHIVE_ZIP) return archive_write_set_format_zip(writer);
  int code = archive_write_set_format_pax_restricted(writer);
  if (code != ARCHIVE_OK) return code;
  if (form == WB_ARCHIVE_TAR_GZ) {
    code = archive_write_add_filter_gzip(writer);
    return code == ARCHIVE_OK ? archive_write_set_options(writer, "gzip:!timestamp") : code;
  }
  if (form == WB_ARCHIVE_TAR_XZ) {
    code = archive_write_add_filter_xz(writer);
    return code == ARCHIVE_OK ? archive_write_set_options(writer, "xz:threads=1") : code;
  }
  return archive_write_add_filter_zstd(writer);
}

static enum wb_status write_file(struct archive *writer, const char *path, const void *bytes,
                                 size_t size, struct wb_error *err) {
  struct archive_entry *entry = archive_entry_new();
  if (entry == NULL) return wb_fail(err, WB_ERR_NOMEM, "out of memory");
  archive_entry_set_pathname_utf8(entry, path);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_uid(entry, 0);
  archive_entry_set_gid(entry, 0);
  archive_entry_set_mtime(entry, PACKED_AT, 0);
  archive_entry_set_size(entry, (la_int64_t)size);
  const bool written = archive_write_header(writer, entry) == ARCHIVE_OK &&
                       archive_write_data(writer, bytes, size) == (la_ssize_t)size &&
                       archive_write_finish_entry(writer) == ARCHIVE_OK;
  archive_entry_free(entry);
  return written ? WB_OK : fail_writer(writer, err);
}

/* A line of the list, without its newline; WB_ERR_PROTOCOL for what is none. */
static enum wb_status read_line(FILE *files, char *line, size_t room, struct wb_error *err) {
  if (fgets(line, (int)room, files) == NULL || strchr(line, '\n') == NULL)
    return wb_fail(err, WB_ERR_PROTOCOL, "the list of files to pack ends too early");
  line[strcspn(line, "\n")] = '\0';
  return WB_OK;
}

static enum wb_status copy_file(FILE *files, const char *line, struct archive *writer,
                                struct wb_str *manifest, struct wb_error *err) {
  char *path = NULL;
  const char *why = NULL;
  unsigned char digest[WB_SHA256_BYTES];
  struct wb_sha256 sha;
  errno = 0;
  const unsigned long long size = strtoull(line, &path, 10);
  if (errno != 0 || *path != ' ' || size > WB_ARCHIVE_FILE_MAX)
    return wb_fail(err, WB_ERR_PROTOCOL, "\"%.80s\" is no file to pack", line);
  if (!wb_archive_path_is_good(++path, &why))
    return wb_fail(err, WB_ERR_SPEC, "the name %s %s; it cannot be packed", path, why);
  char *bytes = wb_alloc((size_t)size + 1);
  enum wb_status status = WB_OK;
  if (fread(bytes, 1, (size_t)size, files) != (size_t)size)
    status = wb_fail(err, WB_ERR_PROTOCOL, "%s ends too early", path);
  if (status == WB_OK) status = write_file(writer, path, bytes, (size_t)size, err);
  wb_sha256_init(&sha);
  wb_sha256_add(&sha, bytes, (size_t)size);
  wb_sha256_finish(&sha, digest);
  const char *below = strchr(path, '/');
  wb_manifest_add(manifest, digest, below != NULL ? below + 1 : path);
  free(bytes);
  return status;
}

/* The manifest goes into their first folder. */
static enum wb_status copy_files(FILE *files, struct archive *writer, bool bare,
                                 struct wb_error *err) {
  char line[WB_ARCHIVE_PATH_MAX + 32], folder[WB_ARCHIVE_PATH_MAX] = "";
  struct wb_str manifest;
  wb_str_init(&manifest);
  enum wb_status status = read_line(files, line, sizeof line, err);
  const char *path = strchr(line, ' ');
  if (status == WB_OK && path != NULL && strchr(path, '/') != NULL)
    snprintf(folder, sizeof folder, "%.*s", (int)strcspn(path + 1, "/") + 1, path + 1);
  while (status == WB_OK && line[0] != '\0') {
    status = copy_file(files, line, writer, &manifest, err);
    if (status == WB_OK) status = read_line(files, line, sizeof line, err);
  }
  char *place = wb_format("%s" WB_ARCHIVE_MANIFEST, folder);
  if (status == WB_OK && !bare)
    status = write_file(writer, place, manifest.data, manifest.length, err);
  free(place);
  wb_str_release(&manifest);
  return status;
}

enum wb_status wb_archive_pack(int files, enum wb_archive_form form, bool bare, int to,
                               struct wb_error *err) {
  struct archive *writer = archive_write_new();
  FILE *list = fdopen(files, "r");
  enum wb_status status = WB_OK;
  if (writer == NULL || list == NULL) {
    status = wb_fail(err, WB_ERR_NOMEM, "out of memory");
    goto out;
  }
  setenv("TZ", "UTC", 1); /* zip has local times */
  archive_write_set_bytes_in_last_block(writer, 1);
  if (choose_form(writer, form) != ARCHIVE_OK || archive_write_open_fd(writer, to) != ARCHIVE_OK)
    status = fail_writer(writer, err);
  if (status == WB_OK) status = copy_files(list, writer, bare, err);
  if (status == WB_OK && archive_write_close(writer) != ARCHIVE_OK)
    status = fail_writer(writer, err);
out:
  if (writer != NULL) archive_write_free(writer);
  if (list != NULL) fclose(list);
  return status;
}
