#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/kernel_scan.h"
#include "base/str.h"
#include "grading/answer_name.h"
#include "grading/intake_private.h"
#include "grading/match_name.h"

enum {
  FOLDER_DEPTH_MAX = 16,
  ARCHIVES_MAX = 20,            /* of a submission, those in archives among them */
  ARCHIVE_ENTRIES_MAX = 2000,   /* in all archives of a submission */
  ARCHIVE_BYTES_MAX = 256 << 20 /* likewise */
};

/* ---- names and descriptors ------------------------------------------------------------------- */

enum wb_status wb_intake_check_stop(const struct wb_intake_job *job, struct wb_error *err) {
  struct pollfd stop = {job->order->stop_fd, POLLIN, 0};
  if (stop.fd < 0 || poll(&stop, 1, 0) <= 0) return WB_OK;
  return wb_fail(err, WB_ERR_CANCELLED, "interrupted");
}

/* What no submission can bring about. */
static bool is_fault_of_machine(int error) {
  return error == EMFILE || error == ENFILE || error == ENOMEM || error == EIO;
}

/* What it is in place of a file, in words that go on from "is "; NULL: a file or folder. */
static const char *kind_of_mode(mode_t mode) {
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return S_ISCHR(mode) || S_ISBLK(mode) ? "a device" : NULL;
}

static char *unreadable_kind(const char *kind) {
  return wb_format("It is %s; hand in the file itself.", kind);
}

enum wb_status wb_open_submitted(int folder, const char *name, int *fd, char **why,
                                 struct wb_error *err) {
  struct stat found;
  const char *kind = NULL;
  *fd = -1;
  if (fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 &&
      (kind = kind_of_mode(found.st_mode)) == NULL)
    *fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (*fd < 0 && kind == NULL && is_fault_of_machine(errno))
    return wb_fail_errno(err, "cannot open what was handed in");
  if (*fd < 0 && kind == NULL) *why = wb_format("It cannot be opened: %s.", strerror(errno));
  /* It may have been exchanged meanwhile. */
  if (*fd >= 0 && (fstat(*fd, &found) != 0 || !S_ISREG(found.st_mode))) {
    kind = "no regular file";
    close(*fd);
    *fd = -1;
  }
  if (kind != NULL) *why = unreadable_kind(kind);
  return WB_OK;
}

enum wb_status wb_read_submitted(int fd, size_t limit, struct wb_str *text, struct wb_error *err) {
  char chunk[64 << 10];
  ssize_t got = 1;
  while (got != 0 && text->length <= limit) {
    const size_t room = limit + 1 - text->length;
    got = read(fd, chunk, room < sizeof chunk ? room : sizeof chunk);
    if (got < 0 && errno != EINTR) return wb_fail_errno(err, "cannot read what was handed in");
    if (got > 0) wb_str_add_bytes(text, chunk, (size_t)got);
  }
  return WB_OK;
}

enum wb_status wb_list_folder(int folder, struct wb_names *names, struct wb_error *err) {
  const int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *open = copy >= 0 ? fdopendir(copy) : NULL;
  const struct dirent *entry;
  if (open == NULL) {
    const int why = errno;
    if (copy >= 0) close(copy);
    errno = why;
    return wb_fail_errno(err, "cannot list a folder that was handed in");
  }
  while ((entry = readdir(open)) != NULL)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      wb_names_add(names, entry->d_name);
  closedir(open);
  wb_names_sort(names);
  return WB_OK;
}

/* ---- where the walk is ----------------------------------------------------------------------- */

struct tree {
  const struct wb_collected *from;
  unsigned archives; /* of the submission's, around this */
};

struct place {
  int folder;
  const char *name;  /* there */
  const char *path;  /* in the archive, for its lists */
  const char *shown; /* in the submission; "" for a root without a name of its own */
  bool repaired;
  unsigned depth;
};

static enum wb_status read_entry(struct wb_submission_reader *reader, const struct tree *tree,
                                 const struct place *place, struct wb_error *err);

static char *path_below(const char *above, const char *name) {
  return above[0] != '\0' ? wb_format("%s/%s", above, name) : wb_strdup(name);
}

static bool has_name(const struct wb_names *sorted, const char *name) {
  size_t low = 0, high = sorted->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = strcmp(sorted->items[middle], name);
    if (order == 0) return true;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

static void add_file(struct wb_submission_reader *reader, struct wb_submitted_file *file) {
  const struct wb_match_rules *rules = reader->job->order->rules;
  if (rules != NULL) {
    struct wb_answer_name name = wb_answer_name_of(file->name);
    const struct wb_named_puzzle named = wb_match_name(rules, name.stem);
    if (named.puzzle != NULL)
      file->worth =
          named.is_loose || named.additions > 0 ? WB_NAME_SAYS_MORE : WB_NAME_SAYS_THAT_ALONE;
    free(name.stem);
  }
  wb_submission_add(reader->submission, file);
}

/* Adds a file that is not read, and takes over `why`. */
static void add_unread(struct wb_submission_reader *reader, const char *shown, bool repaired,
                       enum wb_submitted_state state, char *why) {
  struct wb_submitted_file file = {
      .name = wb_strdup(shown[0] != '\0' ? shown : reader->submission->label),
      .repaired = repaired,
      .state = state,
      .why = why};
  add_file(reader, &file);
}

static void add_unreadable(struct wb_submission_reader *reader, const struct place *place,
                           char *why) {
  add_unread(reader, place->shown, place->repaired, WB_SUBMITTED_UNREADABLE, why);
}

/* ---- folders --------------------------------------------------------------------------------- */

static enum wb_status read_folder_entries(struct wb_submission_reader *reader,
                                          const struct tree *tree, const struct place *of,
                                          int folder, struct wb_error *err) {
  struct wb_names names;
  wb_names_init(&names);
  enum wb_status status = wb_list_folder(folder, &names, err);
  for (size_t i = 0; status == WB_OK && i < names.count; i++) {
    struct place place = {
        .folder = folder, .name = names.items[i], .repaired = of->repaired, .depth = of->depth + 1};
    char *shown_name = wb_shown_name(names.items[i], &place.repaired);
    char *path = path_below(of->path, names.items[i]), *shown = path_below(of->shown, shown_name);
    place.path = path;
    place.shown = shown;
    status = read_entry(reader, tree, &place, err);
    free(shown);
    free(path);
    free(shown_name);
  }
  wb_names_release(&names);
  return status;
}

static size_t count_answers(const struct wb_submission *submission) {
  size_t count = 0;
  for (size_t i = 0; i < submission->n_files; i++)
    count += submission->files[i].state == WB_SUBMITTED_READ;
  return count;
}

static bool is_called_as_answer(const char *shown) {
  struct wb_answer_name name = wb_answer_name_of(shown);
  const bool is_answer = name.ending != NULL;
  free(name.stem);
  return is_answer;
}

static enum wb_status read_folder(struct wb_submission_reader *reader, const struct tree *tree,
                                  const struct place *place, struct wb_error *err) {
  if (place->depth > FOLDER_DEPTH_MAX) {
    add_unreadable(reader, place,
                   wb_format("It is more than %d folders deep; hand in the files at the top.",
                             FOLDER_DEPTH_MAX));
    return WB_OK;
  }
  const size_t before = count_answers(reader->submission);
  const int folder =
      openat(place->folder, place->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0 && is_fault_of_machine(errno))
    return wb_fail_errno(err, "cannot open a folder that was handed in");
  if (folder < 0) {
    add_unreadable(reader, place, wb_format("It cannot be opened: %s.", strerror(errno)));
    return WB_OK;
  }
  enum wb_status status = read_folder_entries(reader, tree, place, folder, err);
  close(folder);
  if (status == WB_OK && is_called_as_answer(place->shown) &&
      count_answers(reader->submission) == before)
    add_unreadable(reader, place, wb_strdup("It is a folder; hand in a file of that name."));
  return status;
}

/* ---- archives -------------------------------------------------------------------------------- */

/* What of an archive is not there, below `path` in it; `shown` is what that is called. */
static void add_left_out(struct wb_submission_reader *reader, const struct wb_collected *from,
                         const char *path, const char *shown) {
  const size_t length = strlen(path);
  for (size_t i = 0; i < from->n_left_out; i++) {
    const struct wb_left_out *item = &from->left_out[i];
    const bool is_below =
        length == 0 || (strncmp(item->path, path, length) == 0 &&
                        (item->path[length] == '/' || item->path[length] == '\0'));
    if (!is_below) continue;
    const char *rest = item->path + length + (item->path[length] == '/' && length > 0);
    char *name = rest[0] != '\0' ? path_below(shown, rest) : wb_strdup(shown);
    const bool is_junk = wb_name_is_junk(name);
    add_unread(reader, name, false, is_junk ? WB_SUBMITTED_PASSED_OVER : WB_SUBMITTED_UNREADABLE,
               is_junk ? NULL
                       : wb_format("It could not be taken out of its archive: %s. Hand in an "
                                   "archive of plain files, without a password.",
                                   item->why));
    free(name);
  }
}

static enum wb_status read_collected(struct wb_submission_reader *reader,
                                     const struct wb_collected *collected, unsigned archives,
                                     const struct place *place, struct wb_error *err) {
  const struct tree tree = {collected, archives};
  struct place top = *place;
  const size_t before = reader->submission->n_files + reader->submission->files_left_out;
  const int folder = open(collected->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return wb_fail_errno(err, "cannot open what was in an archive");
  top.path = "";
  top.depth = 0;
  enum wb_status status = read_folder_entries(reader, &tree, &top, folder, err);
  close(folder);
  if (status != WB_OK) return status;
  add_left_out(reader, collected, "", place->shown);
  if (collected->incomplete != NULL)
    add_unreadable(reader, place,
                   wb_format("It could not be read to its end: %s. Hand in another archive.",
                             collected->incomplete));
  else if (before == reader->submission->n_files + reader->submission->files_left_out)
    add_unreadable(reader, place,
                   wb_strdup("There is no file in it; hand in one with your files."));
  return WB_OK;
}

static enum wb_status read_archive(struct wb_submission_reader *reader, const struct tree *tree,
                                   const struct place *place, int fd, struct wb_error *err) {
  struct wb_collected collected;
  struct wb_error why = {0};
  if (tree->archives >= WB_SUBMITTED_ARCHIVE_DEPTH_MAX || reader->archives_left == 0 ||
      reader->entries_left == 0 || reader->bytes_left >> 20 == 0) {
    add_unreadable(reader, place,
                   wb_strdup("There are too many archives, or too deep in each other; hand in one "
                             "zip of your files."));
    return WB_OK;
  }
  reader->archives_left--;
  enum wb_status status = wb_archive_collected(reader->job, fd, reader->entries_left,
                                               reader->bytes_left, &collected, &why);
  if (status == WB_OK) {
    reader->entries_left -=
        collected.entries < reader->entries_left ? collected.entries : reader->entries_left;
    reader->bytes_left -=
        collected.bytes < reader->bytes_left ? collected.bytes : reader->bytes_left;
    status = read_collected(reader, &collected, tree->archives + 1, place, &why);
  } else if (status == WB_ERR_SPEC) {
    add_unreadable(reader, place, wb_unreadable_archive(&why));
    status = WB_OK;
  }
  wb_collected_release(&collected);
  if (status != WB_OK && err != NULL) *err = why;
  return status;
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Written beside its place and renamed: what is there is whole. */
static enum wb_status keep_bytes(const char *store, const char *digest, const struct wb_str *bytes,
                                 struct wb_error *err) {
  char *path = wb_path_join(store, digest), *fresh = wb_format("%s/.new-XXXXXX", store);
  struct stat found;
  enum wb_status status = WB_OK;
  const bool is_there =
      lstat(path, &found) == 0 && S_ISREG(found.st_mode) && found.st_size == (off_t)bytes->length;
  const int fd = is_there ? -1 : mkostemp(fresh, O_CLOEXEC); /* mode 0600 */
  if (!is_there) {
    bool written = fd >= 0 && wb_fd_write(fd, bytes->data, bytes->length);
    if (fd >= 0) written &= close(fd) == 0;
    if (!written || rename(fresh, path) != 0) {
      status = wb_fail_errno(err, "cannot keep what was handed in, in %s", store);
      if (fd >= 0) unlink(fresh);
    }
  }
  free(fresh);
  free(path);
  return status;
}

static void note_entries(struct wb_submitted_file *file, const struct wb_str *text) {
  struct wb_kernel_place places[WB_SCAN_KERNELS_MAX];
  if (memchr(text->data, '\0', text->length) != NULL) return;
  const size_t found = wb_scan_kernels(text->data, text->length, places);
  const size_t count = found < WB_SUBMITTED_ENTRIES_MAX ? found : WB_SUBMITTED_ENTRIES_MAX;
  if (count == 0) return;
  file->entries = wb_alloc(count * sizeof *file->entries);
  while (file->n_entries < count) {
    file->entries[file->n_entries] = wb_strdup(places[file->n_entries].name);
    file->n_entries++;
  }
}

/* By its mark, or since most of every other byte is zero, as ASCII is in it. */
static bool is_utf16(const struct wb_str *text) {
  const char *bytes = text->data;
  const size_t half = text->length / 2;
  size_t zeros[2] = {0, 0};
  if (half > 0 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0))
    return true;
  for (size_t i = 0; i < text->length; i++) zeros[i % 2] += bytes[i] == '\0';
  const size_t most = zeros[0] > zeros[1] ? zeros[0] : zeros[1];
  return half > 0 && zeros[0] + zeros[1] == most && 4 * most >= 3 * half;
}

/* Whether UTF-16 is a kernel's or a program's: by its name, or else by the ASCII in it. */
static bool is_answer_in_utf16(const struct wb_answer_name *name, const struct wb_str *text) {
  struct wb_kernel_place places[WB_SCAN_KERNELS_MAX];
  struct wb_str ascii;
  if (name->ending != NULL) return true;
  wb_str_init(&ascii);
  for (size_t i = 0; i < text->length; i++)
    if (text->data[i] > '\0') wb_str_add_char(&ascii, text->data[i]);
  const bool has_kernel =
      name->may_be_text && wb_scan_kernels(ascii.data, ascii.length, places) > 0;
  wb_str_release(&ascii);
  return has_kernel;
}

static void note_manifest(struct wb_submission_reader *reader, const char *shown,
                          struct wb_str *text) {
  const size_t base = (size_t)(wb_path_basename(shown) - shown);
  if (strcmp(shown + base, WB_HANDED_IN) != 0 || reader->n_manifests == WB_MANIFESTS_MAX) return;
  struct wb_manifest_text *manifest = &reader->manifests[reader->n_manifests++];
  manifest->base = wb_strndup(shown, base);
  manifest->text = *text;
  wb_str_init(text);
}

/* `text` is all of it. */
static enum wb_status take_text(struct wb_submission_reader *reader, const struct place *place,
                                struct wb_submitted_file *file, struct wb_str *text,
                                struct wb_error *err) {
  unsigned char digest[WB_SHA256_BYTES];
  struct wb_sha256 sha;
  struct wb_answer_name name = wb_answer_name_of(file->name);
  const char *store = reader->job->order->store;
  file->size = text->length;
  if (is_utf16(text) && is_answer_in_utf16(&name, text)) {
    file->state = WB_SUBMITTED_UNREADABLE;
    file->why = wb_strdup(
        "It is a text in UTF-16, as some editors save one; save it as UTF-8, and hand it in "
        "again.");
    free(name.stem);
    return WB_OK;
  }
  wb_sha256_init(&sha);
  wb_sha256_add(&sha, text->data, text->length);
  wb_sha256_finish(&sha, digest);
  wb_sha256_hex(digest, file->sha256);
  if (name.may_be_text || (name.ending != NULL && strcmp(name.ending, ".lua") != 0))
    note_entries(file, text);
  file->state = name.ending != NULL || file->n_entries > 0 ? WB_SUBMITTED_READ : WB_SUBMITTED_OTHER;
  free(name.stem);
  enum wb_status status = store != NULL ? keep_bytes(store, file->sha256, text, err) : WB_OK;
  note_manifest(reader, place->shown, text);
  return status;
}

static enum wb_status read_text(struct wb_submission_reader *reader, const struct place *place,
                                int fd, uint64_t size, struct wb_error *err) {
  struct wb_submitted_file file = {
      .name = wb_strdup(place->shown[0] != '\0' ? place->shown : reader->submission->label),
      .repaired = place->repaired,
      .size = size};
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = WB_OK;
  if (size <= WB_SUBMITTED_BYTES_MAX)
    status = wb_read_submitted(fd, WB_SUBMITTED_BYTES_MAX, &text, err);
  if (status == WB_OK && size <= WB_SUBMITTED_BYTES_MAX && text.length <= WB_SUBMITTED_BYTES_MAX) {
    status = take_text(reader, place, &file, &text, err);
  } else if (is_called_as_answer(file.name)) {
    file.state = WB_SUBMITTED_UNREADABLE;
    file.why =
        wb_format("It is larger than %d MiB; hand in a source text.", WB_SUBMITTED_BYTES_MAX >> 20);
  } else {
    file.state = WB_SUBMITTED_OTHER;
  }
  wb_str_release(&text);
  add_file(reader, &file);
  return status;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Times within a submission's archives are what its author's machine had. */
static void note_time(struct wb_submission *submission, const struct tree *tree,
                      const struct stat *found) {
  if (tree->archives == 0 && !submission->is_received_said &&
      found->st_mtim.tv_sec > submission->received)
    submission->received = found->st_mtim.tv_sec;
}

static enum wb_status read_file(struct wb_submission_reader *reader, const struct tree *tree,
                                const struct place *place, struct wb_error *err) {
  const char *name = place->shown[0] != '\0' ? place->shown : place->name;
  struct stat found;
  char *why = NULL;
  int fd;
  enum wb_status status = wb_open_submitted(place->folder, place->name, &fd, &why, err);
  if (status == WB_OK && fd >= 0 && fstat(fd, &found) == 0) {
    note_time(reader->submission, tree, &found);
    if (wb_name_is_foreign_archive(name))
      why = wb_strdup("Archives of this kind are not read; hand in a zip.");
    else if (wb_name_is_archive(name))
      status = read_archive(reader, tree, place, fd, err);
    else
      status = read_text(reader, place, fd, (uint64_t)found.st_size, err);
  }
  if (why != NULL) add_unreadable(reader, place, why);
  if (fd >= 0) close(fd);
  return status;
}

static enum wb_status read_entry(struct wb_submission_reader *reader, const struct tree *tree,
                                 const struct place *place, struct wb_error *err) {
  struct stat found;
  struct place named = *place;
  enum wb_status status = wb_intake_check_stop(reader->job, err);
  if (status != WB_OK) return status;
  if (tree->from != NULL && has_name(&tree->from->partial, place->path)) return WB_OK;
  if (tree->from != NULL && has_name(&tree->from->renamed, place->path)) named.repaired = true;
  const bool is_there = fstatat(place->folder, place->name, &found, AT_SYMLINK_NOFOLLOW) == 0;
  if (wb_name_is_junk(place->name))
    add_unread(reader, place->shown, place->repaired, WB_SUBMITTED_PASSED_OVER, NULL);
  else if (is_there && S_ISDIR(found.st_mode))
    status = read_folder(reader, tree, &named, err);
  else
    status = read_file(reader, tree, &named, err);
  return status;
}

/* ---- the whole ------------------------------------------------------------------------------- */

void wb_submission_reader_init(struct wb_submission_reader *reader, struct wb_intake_job *job,
                               struct wb_submission *submission) {
  *reader = (struct wb_submission_reader){.job = job,
                                          .submission = submission,
                                          .entries_left = ARCHIVE_ENTRIES_MAX,
                                          .archives_left = ARCHIVES_MAX,
                                          .bytes_left = ARCHIVE_BYTES_MAX};
}

enum wb_status wb_submission_read(struct wb_submission_reader *reader, const struct wb_root *root,
                                  struct wb_error *err) {
  const struct tree tree = {root->from, 0};
  const struct place place = {
      .folder = root->folder, .name = root->entry, .path = root->path, .shown = root->shown};
  if (root->unreadable != NULL) {
    add_unreadable(reader, &place, wb_strdup(root->unreadable));
    return WB_OK;
  }
  if (root->entry == NULL) return read_collected(reader, root->from, 1, &place, err);
  enum wb_status status = read_entry(reader, &tree, &place, err);
  if (status == WB_OK && root->from != NULL)
    add_left_out(reader, root->from, root->path, root->shown);
  return status;
}

/* Where nothing was read that anybody wrote. */
static char *trouble_of(const struct wb_submission *submission) {
  const struct wb_submitted_file *first = NULL;
  for (size_t i = submission->n_files; i-- > 0;) {
    const struct wb_submitted_file *file = &submission->files[i];
    if (file->state == WB_SUBMITTED_READ || file->state == WB_SUBMITTED_OTHER) return NULL;
    if (file->state == WB_SUBMITTED_UNREADABLE) first = file;
  }
  return first != NULL ? wb_format("%s: %s", first->name, first->why)
                       : wb_strdup("There is no file in it.");
}

void wb_submission_reader_finish(struct wb_submission_reader *reader) {
  for (size_t i = 0; i < reader->n_manifests; i++) {
    wb_manifest_read(reader->submission, &reader->manifests[i]);
    free(reader->manifests[i].base);
    wb_str_release(&reader->manifests[i].text);
  }
  reader->submission->trouble = trouble_of(reader->submission);
}
