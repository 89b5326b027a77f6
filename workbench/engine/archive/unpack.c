#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/archive.h"
#include "archive/manifest.h"
#include "base/clean.h"
#include "base/file.h"

enum { CHUNK = 64 << 10 };

struct unpacking {
  struct archive *reader;
  int into;
  struct wb_archive_limits limits;
  FILE *told; /* what is not taken; NULL: all must be good */
  size_t entries;
  uint64_t bytes;         /* of all files so far */
  bool is_partial;        /* a part of the last file was written, and not all of it */
  struct wb_str list;     /* of the files, as a manifest has them */
  struct wb_str manifest; /* its content */
  char *manifest_folder;  /* "" or "NAME/"; NULL: there is none */
  unsigned char chunk[CHUNK];
};

/* ---- the reader ------------------------------------------------------------------------- */

/* What it says of itself is cleaned by whoever shows it. */
static enum wb_status fail_reader(struct archive *reader, struct wb_error *err) {
  const char *why = archive_error_string(reader);
  return wb_fail(err, WB_ERR_SPEC, "the archive is damaged, or none that can be read here: %s",
                 why != NULL ? why : "it ends too early");
}

/* Each by name: what reads "all" starts programs for some. One that would be a program's work is a
 * warning, and so an error. */
static enum wb_status open_reader(struct archive *reader, int fd, struct wb_error *err) {
  const bool ready = archive_read_support_format_tar(reader) == ARCHIVE_OK &&
                     archive_read_support_format_zip_seekable(reader) == ARCHIVE_OK &&
                     archive_read_support_filter_gzip(reader) == ARCHIVE_OK &&
                     archive_read_support_filter_xz(reader) == ARCHIVE_OK &&
                     archive_read_support_filter_zstd(reader) == ARCHIVE_OK;
  if (!ready) return wb_fail(err, WB_ERR_MISSING, "this libarchive cannot read all our archives");
  if (archive_read_open_fd(reader, fd, CHUNK) != ARCHIVE_OK) return fail_reader(reader, err);
  return WB_OK;
}

/* Also bytes that belong to no file cost time. */
static enum wb_status check_amount(const struct unpacking *job, struct wb_error *err) {
  const int64_t read = archive_filter_bytes(job->reader, 0);
  if (job->entries > job->limits.entries)
    return wb_fail(err, WB_ERR_SPEC, "the archive has more than %zu files and folders",
                   job->limits.entries);
  if (job->bytes > job->limits.bytes || read > (int64_t)job->limits.bytes)
    return wb_fail(err, WB_ERR_SPEC, "the archive holds more than %llu MiB",
                   (unsigned long long)(job->limits.bytes >> 20));
  return WB_OK;
}

/* ---- folders ------------------------------------------------------------------------------ */

/* The folder that `path`'s last component is in, made where it is not there; -1 with errno. Each
 * step is opened as a folder and not through a link. */
static int open_parent(int into, const char *path, const char **name) {
  int folder = dup(into);
  const char *slash;
  *name = path;
  while (folder >= 0 && (slash = strchr(*name, '/')) != NULL) {
    char step[256];
    const size_t length = (size_t)(slash - *name);
    memcpy(step, *name, length);
    step[length] = '\0';
    int next = -1;
    if (mkdirat(folder, step, 0755) == 0 || errno == EEXIST)
      next = openat(folder, step, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const int why = errno;
    close(folder);
    errno = why;
    folder = next;
    *name = slash + 1;
  }
  return folder;
}

static enum wb_status fail_place(const char *path, struct wb_error *err) {
  if (errno == EEXIST || errno == ENOTDIR || errno == ELOOP)
    return wb_fail(err, WB_ERR_SPEC, "the archive has %s twice", path);
  return wb_fail_errno(err, "cannot unpack %s", path);
}

static enum wb_status make_folder(const struct unpacking *job, const char *path,
                                  struct wb_error *err) {
  const char *name;
  enum wb_status status = WB_OK;
  struct stat found;
  const int folder = open_parent(job->into, path, &name);
  if (folder < 0) return fail_place(path, err);
  if (mkdirat(folder, name, 0755) != 0) {
    const bool there = errno == EEXIST && fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
                       S_ISDIR(found.st_mode);
    if (!there) status = fail_place(path, err);
  }
  close(folder);
  return status;
}

/* ---- files --------------------------------------------------------------------------------- */

/* Whether it is the manifest, at the top or in the one folder there. */
static bool is_manifest(const char *path) {
  const char *slash = strchr(path, '/');
  return strcmp(slash != NULL ? slash + 1 : path, WB_ARCHIVE_MANIFEST) == 0;
}

static enum wb_status write_chunk(int file, const unsigned char *bytes, size_t length,
                                  const char *path, struct wb_error *err) {
  while (length > 0) {
    const ssize_t written = write(file, bytes, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return wb_fail_errno(err, "cannot unpack %s", path);
    bytes += written;
    length -= (size_t)written;
  }
  return WB_OK;
}

static enum wb_status copy_content(struct unpacking *job, int file, const char *path, bool keep,
                                   unsigned char digest[WB_SHA256_BYTES], struct wb_error *err) {
  struct wb_sha256 sha;
  uint64_t size = 0;
  la_ssize_t got = 0;
  enum wb_status status = WB_OK;
  wb_sha256_init(&sha);
  do {
    got = archive_read_data(job->reader, job->chunk, CHUNK);
    if (got < 0) status = fail_reader(job->reader, err);
    if (got <= 0) break;
    size += (uint64_t)got;
    job->bytes += (uint64_t)got;
    if (size > WB_ARCHIVE_FILE_MAX)
      status = wb_fail(err, WB_ERR_SPEC, "the archive's %s is larger than %d MiB", path,
                       WB_ARCHIVE_FILE_MAX >> 20);
    if (status == WB_OK) status = check_amount(job, err);
    if (status != WB_OK) break;
    wb_sha256_add(&sha, job->chunk, (size_t)got);
    if (keep) wb_str_add_bytes(&job->manifest, job->chunk, (size_t)got);
    status = write_chunk(file, job->chunk, (size_t)got, path, err);
  } while (status == WB_OK);
  wb_sha256_finish(&sha, digest);
  return status;
}

/* Nobody knows better when a file was handed in. */
static void set_time(int file, struct archive_entry *entry) {
  struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = archive_entry_mtime(entry)}};
  if (archive_entry_mtime_is_set(entry)) futimens(file, times);
}

static enum wb_status make_file(struct unpacking *job, const char *path,
                                struct archive_entry *entry, struct wb_error *err) {
  const char *name;
  unsigned char digest[WB_SHA256_BYTES];
  const bool listed = job->told != NULL || !is_manifest(path);
  const int folder = open_parent(job->into, path, &name);
  if (folder < 0) return fail_place(path, err);
  const int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  enum wb_status status = file >= 0 ? WB_OK : fail_place(path, err);
  job->is_partial = file >= 0;
  if (status == WB_OK) status = copy_content(job, file, path, !listed, digest, err);
  if (status == WB_OK) job->is_partial = false;
  if (status == WB_OK && job->told != NULL)
    set_time(file, entry);
  else if (status == WB_OK && listed)
    wb_manifest_add(&job->list, digest, path);
  if (status == WB_OK && !listed) {
    free(job->manifest_folder);
    job->manifest_folder = wb_strndup(path, (size_t)(strlen(path) - strlen(WB_ARCHIVE_MANIFEST)));
  }
  if (file >= 0 && close(file) != 0 && status == WB_OK) status = fail_place(path, err);
  close(folder);
  return status;
}

/* ---- entries ------------------------------------------------------------------------------- */

static const char *kind_of(struct archive_entry *entry) {
  if (archive_entry_hardlink(entry) != NULL) return "a link to another file";
  switch (archive_entry_filetype(entry)) {
    case AE_IFLNK:
      return "a symbolic link";
    case AE_IFCHR:
    case AE_IFBLK:
      return "a device";
    case AE_IFIFO:
      return "a FIFO";
    case AE_IFSOCK:
      return "a socket";
    default:
      return archive_entry_is_encrypted(entry) ? "encrypted" : NULL;
  }
}

/* "./a/b/" as "a/b"; "" for the top itself. */
static char *plain_path(const char *path) {
  while (path[0] == '.' && path[1] == '/') path += 2 + strspn(path + 2, "/");
  size_t length = strlen(path);
  while (length > 0 && path[length - 1] == '/' && path[0] != '/') length--;
  return length == 1 && path[0] == '.' ? wb_strdup("") : wb_strndup(path, length);
}

static enum wb_status take_entry(struct unpacking *job, struct archive_entry *entry,
                                 struct wb_error *err) {
  const char *given = archive_entry_pathname_utf8(entry), *why = NULL;
  const mode_t type = archive_entry_filetype(entry);
  enum wb_status status = WB_OK;
  job->entries++;
  if (given == NULL) return wb_fail(err, WB_ERR_SPEC, "the archive has a name that is not UTF-8");
  char *path = plain_path(given);
  const char *kind = kind_of(entry);
  if (path[0] == '\0' && type == AE_IFDIR) /* the top */
    status = WB_OK;
  else if (!wb_archive_path_is_good(path, &why))
    status = wb_fail(err, WB_ERR_SPEC, "the archive has a name that %s: %.200s", why, given);
  else if (kind != NULL || (type != AE_IFREG && type != AE_IFDIR))
    status = wb_fail(err, WB_ERR_SPEC,
                     "the archive's %s is %s; a course has regular files and folders only", path,
                     kind != NULL ? kind : "of no known kind");
  else if (type == AE_IFDIR)
    status = make_folder(job, path, err);
  else
    status = make_file(job, path, entry, err);
  free(path);
  return status;
}

static enum wb_status take_entries(struct unpacking *job, struct wb_error *err) {
  enum wb_status status = WB_OK;
  while (status == WB_OK) {
    struct archive_entry *entry;
    const int code = archive_read_next_header(job->reader, &entry);
    if (code == ARCHIVE_EOF) break;
    status = code == ARCHIVE_OK ? check_amount(job, err) : fail_reader(job->reader, err);
    if (status == WB_OK) status = take_entry(job, entry, err);
  }
  if (status == WB_OK && job->manifest_folder != NULL)
    status = wb_manifest_check(&job->manifest, &job->list, job->manifest_folder, err);
  return status;
}

/* ---- what was handed in --------------------------------------------------------------------- */

static void tell_entry(const struct unpacking *job, const char *word, const char *path,
                       const char *reason) {
  struct wb_str clean;
  wb_str_init(&clean);
  wb_clean_name(&clean, reason, strlen(reason));
  fprintf(job->told, "%s\t%s\t%s\n", word, path, clean.data);
  wb_str_release(&clean);
}

/* A name that can be shown, without "." and nothing between slashes, and relative: what tools of
 * other systems write is taken. Whether it is another than the archive's is in *changed. */
static char *repaired_path(struct archive_entry *entry, bool *changed) {
  struct wb_str clean, path;
  const char *given = archive_entry_pathname_utf8(entry);
  if (given == NULL) given = archive_entry_pathname(entry);
  char *plain = plain_path(given != NULL ? given : "");
  wb_str_init(&clean);
  wb_str_init(&path);
  wb_clean_name(&clean, plain, strlen(plain));
  for (char *at = clean.data; *at != '\0'; at++)
    if (*at == '\\') *at = '/';
  for (const char *at = clean.data; *at != '\0'; at += strspn(at, "/")) {
    const size_t length = strcspn(at, "/");
    if (length > 0 && !(length == 1 && at[0] == '.')) {
      if (path.length > 0) wb_str_add_char(&path, '/');
      wb_str_add_bytes(&path, at, length);
    }
    at += length;
  }
  *changed = strcmp(path.data, plain) != 0;
  wb_str_release(&clean);
  free(plain);
  return wb_str_detach(&path);
}

/* Why an entry cannot be taken, whatever is in it. */
static const char *entry_fault(struct archive_entry *entry, const char *path) {
  const mode_t type = archive_entry_filetype(entry);
  const char *why = kind_of(entry), *fault = NULL;
  if (!wb_archive_path_is_good(path, &fault)) return fault;
  if (why == NULL) return type == AE_IFREG || type == AE_IFDIR ? NULL : "is of no known kind";
  return why;
}

/* The status is an error only where the whole archive ends here, or this machine is at fault. */
static enum wb_status collect_entry(struct unpacking *job, struct archive_entry *entry,
                                    struct wb_error *err) {
  struct wb_error why = {0};
  bool changed;
  char *path = repaired_path(entry, &changed);
  const bool is_folder = archive_entry_filetype(entry) == AE_IFDIR;
  const char *fault = path[0] != '\0' || !is_folder ? entry_fault(entry, path) : NULL;
  enum wb_status status = WB_OK;
  job->entries++;
  job->is_partial = false;
  if (fault != NULL)
    tell_entry(job, "left-out", path, fault);
  else if (path[0] != '\0')
    status = is_folder ? make_folder(job, path, &why) : make_file(job, path, entry, &why);
  if (status == WB_OK && fault == NULL && changed && !is_folder)
    tell_entry(job, "renamed", path, "");
  if (status == WB_ERR_SPEC) {
    tell_entry(job, job->is_partial ? "partial" : "left-out", path, why.message);
    /* Skipping the rest of it costs time as well. */
    if (archive_entry_size(entry) > 0) job->bytes += (uint64_t)archive_entry_size(entry);
    status = WB_OK;
  } else if (status != WB_OK) {
    *err = why;
  }
  free(path);
  return status;
}

static enum wb_status collect_entries(struct unpacking *job, struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct wb_error why = {0};
  bool is_over = false;
  while (status == WB_OK && !is_over) {
    struct archive_entry *entry;
    const int code = archive_read_next_header(job->reader, &entry);
    if (code == ARCHIVE_EOF) break;
    is_over = code != ARCHIVE_OK && code != ARCHIVE_WARN; /* of an odd name it warns */
    if (is_over) fail_reader(job->reader, &why);
    if (!is_over) status = collect_entry(job, entry, err);
    if (status == WB_OK && !is_over) is_over = check_amount(job, &why) != WB_OK;
  }
  if (is_over && job->entries == 0) return wb_fail(err, WB_ERR_SPEC, "%s", why.message);
  if (is_over) tell_entry(job, "incomplete", "", why.message);
  fprintf(job->told, "taken\t%zu\t%llu\n", job->entries, (unsigned long long)job->bytes);
  return status;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static enum wb_status read_archive(int archive, int into, const struct wb_archive_limits *limits,
                                   FILE *told, struct wb_error *err) {
  struct unpacking *job = wb_alloc(sizeof *job);
  job->into = into;
  job->limits = *limits;
  job->told = told;
  job->reader = archive_read_new();
  wb_str_init(&job->list);
  wb_str_init(&job->manifest);
  enum wb_status status = job->reader != NULL ? open_reader(job->reader, archive, err)
                                              : wb_fail(err, WB_ERR_NOMEM, "out of memory");
  if (status == WB_OK) status = told != NULL ? collect_entries(job, err) : take_entries(job, err);
  if (job->reader != NULL) archive_read_free(job->reader);
  free(job->manifest_folder);
  wb_str_release(&job->list);
  wb_str_release(&job->manifest);
  free(job);
  return status;
}

enum wb_status wb_archive_unpack(int archive, int into, struct wb_error *err) {
  static const struct wb_archive_limits limits = {WB_ARCHIVE_ENTRIES_MAX, WB_ARCHIVE_TOTAL_MAX};
  return read_archive(archive, into, &limits, NULL, err);
}

enum wb_status wb_archive_collect(int archive, int into, const struct wb_archive_limits *limits,
                                  FILE *told, struct wb_error *err) {
  enum wb_status status = read_archive(archive, into, limits, told, err);
  if (fflush(told) != 0 && status == WB_OK)
    status = wb_fail_errno(err, "cannot say what is left out");
  return status;
}
