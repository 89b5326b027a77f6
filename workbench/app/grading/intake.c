#include "grading/intake.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "grading/answer_name.h"
#include "grading/intake_private.h"
#include "grading/match_name.h"

enum {
  BULK_ENTRIES_MAX = 200000, /* of an archive that staff has */
  METADATA_MAX = 256 << 20,
  WRAPPERS_MAX = 4 /* single folders around the rest */
};
static const uint64_t BULK_BYTES_MAX = (uint64_t)4 << 30;

/* A folder in which submissions are looked for, in a file system or in an archive. */
struct source {
  int folder;
  char *label; /* its name, or the archive's */
  char *path;  /* in the archive; "" at its top, or without one */
  const struct wb_collected *from;
  int64_t time; /* the archive's own */
  bool is_wrapped;
};

/* ---- what lies in a folder ---------------------------------------------------------------------
 */

static enum wb_status list_source(const struct wb_intake_job *job, const struct source *source,
                                  struct wb_listing *listing, struct wb_error *err) {
  struct stat found;
  *listing = (struct wb_listing){
      .folder = source->folder, .label = source->label, .rules = job->order->rules};
  wb_names_init(&listing->names);
  enum wb_status status = wb_list_folder(source->folder, &listing->names, err);
  listing->modes = wb_alloc((listing->names.count + 1) * sizeof *listing->modes);
  for (size_t i = 0; i < listing->names.count; i++)
    if (fstatat(source->folder, listing->names.items[i], &found, AT_SYMLINK_NOFOLLOW) == 0)
      listing->modes[i] = found.st_mode;
  wb_listing_find_clones(listing);
  return status;
}

static void release_listing(struct wb_listing *listing) {
  wb_names_release(&listing->names);
  free(listing->modes);
  free(listing->clones);
}

static bool is_answer_file(const char *name) {
  struct wb_answer_name found = wb_answer_name_of(name);
  const bool is = found.ending != NULL;
  free(found.stem);
  return is;
}

static bool is_folder_of_one(const char *name) {
  static const char *const names[] = {"work", "kernels", "host", "src", "lua", ".git"};
  bool is = false;
  for (size_t i = 0; i < sizeof names / sizeof names[0] && !is; i++)
    is = strcmp(name, names[i]) == 0;
  return is;
}

static bool may_be_submission(const struct wb_listing *listing, size_t index) {
  const char *name = listing->names.items[index];
  return !wb_name_is_junk(name) && (S_ISDIR(listing->modes[index]) || wb_name_is_archive(name) ||
                                    wb_name_is_foreign_archive(name));
}

/* What the names in a folder say of it, but for bulk downloads and folders in the way. */
enum likeness {
  LIKE_MANY,
  LIKE_ONE,       /* whatever else is in it */
  LIKE_ONE_LOOSE, /* by a kernel or a program beside folders or archives */
};

static enum likeness likeness_of(const struct wb_listing *listing) {
  bool has_others = false, has_answer = false;
  for (size_t i = 0; i < listing->names.count; i++) {
    const char *name = listing->names.items[i];
    const bool is_folder = S_ISDIR(listing->modes[i]);
    if (is_folder ? is_folder_of_one(name) : strcmp(name, WB_HANDED_IN) == 0) return LIKE_ONE;
    has_answer |= !is_folder && is_answer_file(name);
    has_others |= may_be_submission(listing, i);
  }
  if (!has_others) return LIKE_ONE;
  return has_answer ? LIKE_ONE_LOOSE : LIKE_MANY;
}

/* The one folder that is there, where there is nothing else; else -1. */
static ssize_t only_folder(const struct wb_listing *listing) {
  ssize_t only = -1;
  for (size_t i = 0; i < listing->names.count; i++) {
    if (wb_name_is_junk(listing->names.items[i])) continue;
    if (only >= 0 || !S_ISDIR(listing->modes[i])) return -1;
    only = (ssize_t)i;
  }
  return only;
}

/* ---- one submission ----------------------------------------------------------------------------
 */

static void set_owner(struct wb_submission *submission, const struct wb_owner *owner) {
  submission->label = wb_shown_name(owner->key, NULL);
  submission->ids = wb_alloc(sizeof *submission->ids);
  submission->ids[0] = wb_shown_name(owner->id, NULL);
  submission->n_ids = 1;
  submission->attempt = 1;
  if (owner->person != NULL) submission->name = wb_shown_name(owner->person, NULL);
}

/* "jane" of "jane.zip"; a name that would be nothing then stays as it is. */
static struct wb_owner owner_called(const char *name, bool is_folder) {
  const size_t length = strlen(name), ending = is_folder ? 0 : wb_archive_ending(name);
  return (struct wb_owner){.key = wb_strdup(name),
                           .id = wb_strndup(name, length > ending ? length - ending : length),
                           .shown = wb_strdup("")};
}

static enum wb_status read_roots(struct wb_intake_job *job, struct wb_submission *submission,
                                 const struct wb_root *roots, size_t n_roots,
                                 struct wb_error *err) {
  struct wb_submission_reader reader;
  enum wb_status status = WB_OK;
  wb_submission_reader_init(&reader, job, submission);
  for (size_t i = 0; status == WB_OK && i < n_roots; i++)
    status = wb_submission_read(&reader, &roots[i], err);
  wb_submission_reader_finish(&reader);
  if (status == WB_OK)
    job->order->taken(submission, job->order->data);
  else
    wb_submission_release(submission);
  return status;
}

/* A folder or archive that is one. Releases its owner. */
static enum wb_status read_one(struct wb_intake_job *job, const struct wb_root *root,
                               struct wb_owner owner, int64_t time, struct wb_error *err) {
  struct wb_submission submission = {.received = time};
  set_owner(&submission, &owner);
  wb_owner_release(&owner);
  return read_roots(job, &submission, root, 1, err);
}

/* ---- a class with loose files beside it --------------------------------------------------------
 */

/* Whether a folder or an archive is called as an answer is, or as a puzzle: a part of a submission.
 */
static bool is_called_as_part(const struct wb_match_rules *rules, const char *name,
                              bool is_folder) {
  char *bare = wb_strndup(name, strlen(name) - (is_folder ? 0 : wb_archive_ending(name)));
  struct wb_answer_name found = wb_answer_name_of(bare);
  const struct wb_named_puzzle named = wb_match_name(rules, found.stem);
  const bool is = found.ending != NULL || (named.puzzle != NULL && !named.is_loose);
  free(found.stem);
  free(bare);
  return is;
}

/* Adds one to each puzzle that the root answers for certain. Nothing of it is kept. */
static enum wb_status count_answers(const struct wb_intake_job *job, const struct wb_root *root,
                                    unsigned *counts, struct wb_error *err) {
  struct wb_intake order = *job->order;
  order.store = NULL;
  struct wb_intake_job look = {.order = &order, .folder = {.path = NULL, .lock = -1}};
  struct wb_submission submission = {.label = wb_strdup("")};
  struct wb_submission_reader reader;
  wb_submission_reader_init(&reader, &look, &submission);
  enum wb_status status = wb_submission_read(&reader, root, err);
  wb_submission_reader_finish(&reader);
  if (status == WB_OK) wb_match_submission(&submission, order.rules);
  for (size_t i = 0; i < submission.n_files && status == WB_OK; i++) {
    const struct wb_submitted_file *file = &submission.files[i];
    for (size_t k = 0; k < order.rules->count && file->counts && file->certain; k++)
      counts[k] += strcmp(order.rules->puzzles[k].slug, file->puzzle) == 0;
  }
  wb_submission_release(&submission);
  wb_folder_remove(&look.folder);
  return status;
}

static char *path_in(const struct source *source, const char *name) {
  return wb_format("%s%s%s", source->path, source->path[0] != '\0' ? "/" : "", name);
}

/* Whether at least PEOPLE of the folders and archives answer the same puzzle, each by itself. */
static enum wb_status find_class(const struct wb_intake_job *job, const struct source *source,
                                 const struct wb_listing *listing, bool *is_class,
                                 struct wb_error *err) {
  enum { PEOPLE = 3 };
  const struct wb_match_rules *rules = job->order->rules;
  enum wb_status status = WB_OK;
  *is_class = false;
  if (rules == NULL) return WB_OK;
  unsigned *counts = wb_alloc((rules->count + 1) * sizeof *counts);
  for (size_t i = 0; i < listing->names.count && status == WB_OK && !*is_class; i++) {
    const char *name = listing->names.items[i];
    if (!may_be_submission(listing, i) ||
        is_called_as_part(rules, name, S_ISDIR(listing->modes[i])))
      continue;
    char *path = path_in(source, name);
    const struct wb_root root = {source->folder, name, path, "", source->from, NULL};
    status = count_answers(job, &root, counts, err);
    for (size_t k = 0; k < rules->count; k++) *is_class |= counts[k] >= PEOPLE;
    free(path);
  }
  free(counts);
  return status;
}

/* ---- several -----------------------------------------------------------------------------------
 */

struct owned {
  struct wb_owner owner;
  bool is_by_rule; /* of the platform */
  const char *entry;
};

static int compare_owned(const void *one, const void *other) {
  const struct owned *a = one, *b = other;
  const int by_key = strcmp(a->owner.key, b->owner.key);
  if (by_key != 0) return by_key;
  /* Who it is says the platform, whoever has put something of the same name beside it. */
  if (a->is_by_rule != b->is_by_rule) return a->is_by_rule ? -1 : 1;
  return strcmp(a->entry, b->entry);
}

static void pass_over(const struct wb_intake_job *job, const char *name, const char *why) {
  if (job->order->passed_over == NULL) return;
  char *shown = wb_shown_name(name, NULL);
  job->order->passed_over(shown, why, job->order->data);
  free(shown);
}

/* By a platform's rule, or else each folder, archive, and whatever stands in the place of one: what
 * somebody has put beside a platform's own may be a person's as well. Files are submissions where
 * it was said that all are. */
static bool find_owner(const struct wb_intake_job *job, const struct wb_listing *listing,
                       const struct wb_bulk *bulk, size_t index, struct owned *owned) {
  const char *name = listing->names.items[index];
  owned->entry = name;
  owned->is_by_rule = bulk != NULL && bulk->owner_of(listing, index, &owned->owner);
  if (owned->is_by_rule) return true;
  if (S_ISREG(listing->modes[index]) && (bulk != NULL || job->order->form != WB_INTAKE_MANY) &&
      !may_be_submission(listing, index))
    return false;
  owned->owner = owner_called(name, S_ISDIR(listing->modes[index]));
  return true;
}

static size_t find_owners(const struct wb_intake_job *job, const struct wb_listing *listing,
                          const struct wb_bulk *bulk, struct owned *owned) {
  size_t count = 0;
  for (size_t i = 0; i < listing->names.count; i++) {
    const char *name = listing->names.items[i];
    if (wb_name_is_junk(name) || strcmp(name, WB_GRADESCOPE_METADATA) == 0) continue;
    if (find_owner(job, listing, bulk, i, &owned[count]))
      count++;
    else
      pass_over(job, name,
                is_answer_file(name)
                    ? "It lies beside submissions, and is in none. If all is one, say --one."
                    : "It is no submission, and in none.");
  }
  qsort(owned, count, sizeof *owned, compare_owned);
  return count;
}

static enum wb_status read_group(struct wb_intake_job *job, const struct source *source,
                                 const struct wb_metadata *metadata, const struct owned *owned,
                                 size_t count, struct wb_error *err) {
  struct wb_submission submission = {.label = NULL};
  struct wb_root *roots = wb_alloc(count * sizeof *roots);
  char **texts = wb_alloc(2 * count * sizeof *texts);
  set_owner(&submission, &owned[0].owner);
  wb_metadata_apply(metadata, owned[0].owner.key, &submission);
  for (size_t i = 0; i < count; i++) {
    texts[2 * i] = path_in(source, owned[i].entry);
    texts[2 * i + 1] = wb_shown_name(owned[i].owner.shown, NULL);
    roots[i] = (struct wb_root){source->folder,   owned[i].entry, texts[2 * i],
                                texts[2 * i + 1], source->from,   NULL};
    submission.said_late |= owned[i].owner.late;
  }
  enum wb_status status = read_roots(job, &submission, roots, count, err);
  for (size_t i = 0; i < 2 * count; i++) free(texts[i]);
  free(texts);
  free(roots);
  return status;
}

/* What an archive did not give out, and what no submission is in the place of. */
static void pass_over_left_out(const struct wb_intake_job *job, const struct source *source,
                               const struct wb_listing *listing) {
  const size_t length = strlen(source->path);
  for (size_t i = 0; source->from != NULL && i < source->from->n_left_out; i++) {
    const struct wb_left_out *item = &source->from->left_out[i];
    const char *name = item->path + (length > 0 ? length + 1 : 0);
    if (strncmp(item->path, source->path, length) != 0 || strlen(item->path) <= length)
      name = item->path;
    char *top = wb_strndup(name, strcspn(name, "/"));
    if (!wb_names_have(&listing->names, top) && !wb_name_is_junk(name))
      pass_over(job, name, item->why);
    free(top);
  }
}

static enum wb_status read_metadata(const struct wb_listing *listing, struct wb_metadata *metadata,
                                    struct wb_error *err) {
  struct wb_str text;
  char *why = NULL;
  int fd = -1;
  wb_str_init(&text);
  enum wb_status status =
      wb_names_have(&listing->names, WB_GRADESCOPE_METADATA)
          ? wb_open_submitted(listing->folder, WB_GRADESCOPE_METADATA, &fd, &why, err)
          : WB_OK;
  if (status == WB_OK && fd >= 0) status = wb_read_submitted(fd, METADATA_MAX, &text, err);
  if (status == WB_OK && (why != NULL || text.length > METADATA_MAX))
    status = wb_fail_at(err, WB_ERR_SPEC, WB_GRADESCOPE_METADATA, "%s",
                        why != NULL ? why : "it is too large");
  wb_metadata_init(metadata, &text);
  if (fd >= 0) close(fd);
  free(why);
  return status;
}

static enum wb_status read_many(struct wb_intake_job *job, const struct source *source,
                                const struct wb_listing *listing, const struct wb_bulk *bulk,
                                struct wb_error *err) {
  if (job->order->n_paths > 1 && job->order->form == WB_INTAKE_EITHER)
    return wb_fail(err, WB_ERR_USAGE,
                   "%s may be one submission or hold several, and it is not named alone: say which "
                   "all of them are, with --one or --many",
                   source->label);
  if (source->from != NULL && source->from->incomplete != NULL)
    return wb_fail(err, WB_ERR_SPEC,
                   "it could not be read to its end: %s; download it again, or unpack it and name "
                   "its folder",
                   source->from->incomplete);
  struct owned *owned = wb_alloc((listing->names.count + 1) * sizeof *owned);
  struct wb_metadata metadata;
  enum wb_status status = read_metadata(listing, &metadata, err);
  const size_t count = find_owners(job, listing, bulk, owned);
  pass_over_left_out(job, source, listing);
  for (size_t i = 0, end; status == WB_OK && i < count; i = end) {
    end = i + 1;
    while (end < count && strcmp(owned[end].owner.key, owned[i].owner.key) == 0) end++;
    status = read_group(job, source, &metadata, &owned[i], end - i, err);
  }
  for (size_t i = 0; i < count; i++) wb_owner_release(&owned[i].owner);
  wb_metadata_release(&metadata);
  free(owned);
  return status;
}

/* ---- folders and archives ----------------------------------------------------------------------
 */

static enum wb_status read_source(struct wb_intake_job *job, const struct source *source,
                                  unsigned wrappers, bool *is_one_there, struct wb_error *err);

/* The single folder in `listing`: what is in it is read as if it were named itself, if it holds
 * several. */
static enum wb_status read_wrapped(struct wb_intake_job *job, const struct source *around,
                                   const char *name, unsigned wrappers, bool *is_one_there,
                                   struct wb_error *err) {
  *is_one_there = true;
  const int folder = openat(around->folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return WB_OK;
  struct source within = *around;
  within.folder = folder;
  within.label = wb_shown_name(name, NULL);
  within.path = path_in(around, name);
  within.is_wrapped = true;
  enum wb_status status = read_source(job, &within, wrappers + 1, is_one_there, err);
  free(within.path);
  free(within.label);
  close(folder);
  return status;
}

/* *is_one_there: nothing was read, since it is one submission. */
static enum wb_status read_source(struct wb_intake_job *job, const struct source *source,
                                  unsigned wrappers, bool *is_one_there, struct wb_error *err) {
  struct wb_listing listing;
  const enum wb_intake_form form = job->order->form;
  enum wb_status status = list_source(job, source, &listing, err);
  const struct wb_bulk *bulk = wb_bulk_of(&listing);
  /* Who says that a folder is one of submissions means that folder; an archive may have another in
   * the way. */
  const bool may_enter = bulk == NULL && wrappers < WRAPPERS_MAX &&
                         (form != WB_INTAKE_MANY || (source->from != NULL && wrappers == 0));
  const ssize_t only = may_enter ? only_folder(&listing) : -1;
  const enum likeness likeness = likeness_of(&listing);
  *is_one_there = form == WB_INTAKE_ONE || (bulk == NULL && likeness != LIKE_MANY &&
                                            (form == WB_INTAKE_EITHER || source->is_wrapped));
  if (status == WB_OK && *is_one_there && form != WB_INTAKE_ONE && likeness == LIKE_ONE_LOOSE) {
    bool is_class = false;
    status = find_class(job, source, &listing, &is_class, err);
    *is_one_there = !is_class;
  }
  if (status == WB_OK && !*is_one_there) {
    bool is_one_within = true;
    if (only >= 0)
      status = read_wrapped(job, source, listing.names.items[only], wrappers, &is_one_within, err);
    /* An archive of one folder is what systems make of a folder; a folder of one is a class. */
    if (status == WB_OK && only >= 0 && is_one_within && form == WB_INTAKE_EITHER &&
        (source->from != NULL || source->is_wrapped))
      *is_one_there = true;
    else if (status == WB_OK && is_one_within)
      status = read_many(job, source, &listing, bulk, err);
  }
  release_listing(&listing);
  return status;
}

/* A folder of a bulk download that is named itself is whose its name says; false: it says nothing.
 */
static bool find_owner_alone(int folder, const char *label, struct wb_owner *owner) {
  struct wb_listing listing = {.folder = folder, .label = "", .modes = (mode_t[]){S_IFDIR}};
  wb_names_init(&listing.names);
  wb_names_add(&listing.names, label);
  wb_listing_find_clones(&listing);
  const struct wb_bulk *bulk = wb_bulk_of(&listing);
  const bool found = bulk != NULL && bulk->owner_of(&listing, 0, owner);
  wb_names_release(&listing.names);
  free(listing.clones);
  return found;
}

static enum wb_status read_folder_named(struct wb_intake_job *job, int folder, const char *label,
                                        struct wb_error *err) {
  struct source source = {.folder = folder, .label = wb_strdup(label), .path = wb_strdup("")};
  const struct wb_root root = {folder, ".", "", "", NULL, NULL};
  struct wb_owner owner = {.key = NULL};
  bool is_one_there = job->order->form != WB_INTAKE_MANY && find_owner_alone(folder, label, &owner);
  enum wb_status status = is_one_there ? WB_OK : read_source(job, &source, 0, &is_one_there, err);
  if (status == WB_OK && is_one_there)
    status = read_one(job, &root, owner.key != NULL ? owner : owner_called(label, true), 0, err);
  free(source.path);
  free(source.label);
  return status;
}

static enum wb_status read_collected_named(struct wb_intake_job *job,
                                           const struct wb_collected *collected, const char *label,
                                           int64_t time, struct wb_error *err) {
  const int folder = open(collected->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return wb_fail_errno(err, "cannot open what was in %s", label);
  struct source source = {.folder = folder,
                          .label = wb_strdup(label),
                          .path = wb_strdup(""),
                          .from = collected,
                          .time = time};
  const struct wb_root root = {folder, NULL, "", "", collected, NULL};
  bool is_one_there = false;
  enum wb_status status = read_source(job, &source, 0, &is_one_there, err);
  if (status == WB_OK && is_one_there)
    status = read_one(job, &root, owner_called(label, false), time, err);
  free(source.path);
  free(source.label);
  close(folder);
  return status;
}

/* Where it cannot be read it is one submission that says so, unless it was to be several. */
static enum wb_status read_archive_named(struct wb_intake_job *job, const struct wb_root *root,
                                         const char *label, struct wb_error *err) {
  struct wb_collected collected = {.folder = NULL};
  struct wb_root failed = *root;
  struct wb_error why = {0};
  struct stat found = {.st_size = 0};
  char *reason = NULL;
  int fd;
  enum wb_status status = wb_open_submitted(root->folder, root->entry, &fd, &reason, &why);
  if (status == WB_OK && fd >= 0 && fstat(fd, &found) != 0)
    status = wb_fail_errno(&why, "cannot look at %s", label);
  else if (status == WB_OK && fd >= 0)
    status = wb_archive_collected(job, fd, BULK_ENTRIES_MAX, BULK_BYTES_MAX, &collected, &why);
  if (fd >= 0) close(fd);
  if (status == WB_ERR_SPEC && job->order->form != WB_INTAKE_MANY)
    reason = wb_unreadable_archive(&why);
  failed.unreadable = reason;
  if (reason != NULL)
    status = read_one(job, &failed, owner_called(label, false), found.st_mtim.tv_sec, &why);
  else if (status == WB_OK && collected.folder != NULL)
    status = read_collected_named(job, &collected, label, found.st_mtim.tv_sec, &why);
  if (status == WB_ERR_SPEC)
    wb_fail_at(err, status, label, "%s", why.message);
  else if (status != WB_OK && err != NULL)
    *err = why;
  wb_collected_release(&collected);
  free(reason);
  return status;
}

/* ---- paths -------------------------------------------------------------------------------------
 */

/* Opens the folder that `path` is in, and says what it is called there. */
static enum wb_status open_around(const char *path, int *folder, char **entry, char **label,
                                  struct wb_error *err) {
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/') length--;
  char *plain = wb_strndup(path, length), *parent = wb_path_dirname(plain);
  const char *base = wb_path_basename(plain);
  const bool is_place = strcmp(base, ".") == 0 || strcmp(base, "..") == 0 || base[0] == '\0';
  char *real = is_place ? realpath(plain, NULL) : NULL;
  enum wb_status status = WB_OK;
  *folder = open(is_place ? plain : parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  *entry = wb_strdup(is_place ? "." : base);
  *label = wb_shown_name(real != NULL ? wb_path_basename(real) : base, NULL);
  if (*folder < 0 && (errno == ENOENT || errno == ENOTDIR))
    status = wb_fail(err, WB_ERR_NOT_FOUND, "there is no %s", path);
  else if (*folder < 0)
    status = wb_fail_errno(err, "cannot open %s", parent);
  free(real);
  free(parent);
  free(plain);
  return status;
}

static enum wb_status read_path(struct wb_intake_job *job, const char *path, struct wb_error *err) {
  char *entry = NULL, *label = NULL;
  struct stat found;
  int folder = -1;
  enum wb_status status = open_around(path, &folder, &entry, &label, err);
  const struct wb_root root = {folder, entry, "", label, NULL, NULL};
  if (status != WB_OK) goto out;
  if (fstatat(folder, entry, &found, AT_SYMLINK_NOFOLLOW) != 0) {
    status = errno == ENOENT ? wb_fail(err, WB_ERR_NOT_FOUND, "there is no %s", path)
                             : wb_fail_errno(err, "cannot look at %s", path);
  } else if (S_ISDIR(found.st_mode)) {
    const int within = openat(folder, entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    status = within >= 0 ? read_folder_named(job, within, label, err)
                         : wb_fail_errno(err, "cannot open %s", path);
    if (within >= 0) close(within);
  } else if (S_ISREG(found.st_mode) && wb_name_is_archive(entry)) {
    status = read_archive_named(job, &root, label, err);
  } else {
    status = read_one(job, &root, owner_called(label, false), 0, err);
  }
out:
  if (folder >= 0) close(folder);
  free(label);
  free(entry);
  return status;
}

enum wb_status wb_intake_run(const struct wb_intake *order, struct wb_error *err) {
  struct wb_intake_job job = {.order = order, .folder = {.path = NULL, .lock = -1}};
  enum wb_status status = WB_OK;
  for (size_t i = 0; status == WB_OK && i < order->n_paths; i++) {
    status = wb_intake_check_stop(&job, err);
    if (status == WB_OK) status = read_path(&job, order->paths[i], err);
  }
  wb_folder_remove(&job.folder);
  return status;
}
