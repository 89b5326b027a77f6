#include "grading/run_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/slug.h"
#include "fields/json_tools.h"
#include "grading/answer_name.h"
#include "result/result_json.h"
#include "sandbox/folder.h"

enum {
  ABOUT_MAX_BYTES = 1 << 20,
  RESULT_MAX_BYTES = 64 << 20,
  COURSE_FILE_MAX_BYTES = 64 << 20,
  DEPTH_MAX = 12
};

/* ---- run.json ---------------------------------------------------------------------------- */

#define WB_OF struct wb_run_puzzle
static const struct wb_field puzzle_rows[] = {{"puzzle", WB_VALUE(slug)},
                                              {"title", WB_VALUE(title)},
                                              {"points", WB_VALUE(points)},
                                              {"sha256", WB_VALUE(digest), .or_absent = true}};
static const struct wb_fields puzzle_fields = {WB_ROWS(puzzle_rows)};
#undef WB_OF

#define WB_OF struct wb_run_about
static const struct wb_field course_rows[] = {
    {"name", WB_VALUE(course_name), .or_null = true},
    {"title", WB_VALUE(course_title), .or_null = true},
    {"version", WB_VALUE(course_version), .or_null = true},
    {"sha256", WB_VALUE(course_digest)},
};
static const struct wb_fields course_fields = {WB_ROWS(course_rows)};

static const struct wb_field feedback_rows[] = {
    {"hidden", WB_VALUE(hidden), .words = &wb_hidden_feedback_words},
    {"attempts", WB_VALUE(feedback_attempts)},
};
static const struct wb_fields feedback_fields = {WB_ROWS(feedback_rows)};

static const struct wb_field about_rows[] = {
    {"schema", WB_CONSTANT(WB_RUN_SCHEMA)},
    {"tool", WB_VALUE(tool)},
    {"course", WB_SAME, .fields = &course_fields},
    {"assignment", WB_VALUE(assignment), .or_null = true},
    {"due", WB_VALUE(due), .or_null = true},
    {"puzzles", WB_LIST(puzzles, n_puzzles, WB_RUN_PUZZLES_MAX), .fields = &puzzle_fields},
    {"secret", WB_VALUE(secret)},
    /* Runs from before there were other seeds do not say it. */
    {"seed", WB_VALUE(seed), .words = &wb_seed_kind_words, .or_absent = true},
    {"all_walls", WB_VALUE(has_all_walls)},
    {"walls", WB_VALUE(walls), .fields = &wb_walls_stood_fields},
    {"feedback", WB_SAME, .fields = &feedback_fields},
    {"nobodys", WB_LIST(nobodys, n_nobodys, WB_RUN_NOBODYS_MAX), .or_absent = true},
};
static const struct wb_fields about_fields = {WB_ROWS(about_rows)};
#undef WB_OF

void wb_run_about_release(struct wb_run_about *about) { wb_fields_release(&about_fields, about); }

static enum wb_status read_json(const char *path, size_t most, json_t **json,
                                struct wb_error *err) {
  json_error_t why;
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = wb_file_read(path, most, &text, err);
  if (status == WB_OK && (*json = json_loadb(text.data, text.length, 0, &why)) == NULL)
    status = wb_fail(err, WB_ERR_IO, "%s:%d is damaged: %s", path, why.line, why.text);
  wb_str_release(&text);
  return status;
}

static enum wb_status write_about(const char *folder, const struct wb_run_about *about,
                                  struct wb_error *err) {
  struct wb_str text;
  char *path = wb_path_join(folder, "run.json");
  wb_str_init(&text);
  wb_fields_print(&about_fields, about, &text);
  enum wb_status status = wb_file_write_atomic(path, text.data, text.length, err);
  wb_str_release(&text);
  free(path);
  return status;
}

static enum wb_status take_about(const json_t *json, struct wb_run_folder *run,
                                 struct wb_error *err) {
  const char *bad = NULL;
  const json_t *schema = json_object_get(json, "schema");
  if (json_is_integer(schema) && json_integer_value(schema) > WB_RUN_SCHEMA)
    return wb_fail(err, WB_ERR_USAGE,
                   "%s was made by a newer workbench (format %lld; this one knows %d); update "
                   "this one",
                   run->path, (long long)json_integer_value(schema), WB_RUN_SCHEMA);
  wb_fields_from_json(&about_fields, (struct wb_json_reader){json, &bad, NULL}, &run->about);
  return bad == NULL ? WB_OK
                     : wb_fail(err, WB_ERR_IO,
                               "%s/run.json is damaged: \"%s\" is missing or "
                               "cannot be",
                               run->path, bad);
}

/* Whether what `now` says is what the run has; else the message says so. */
static enum wb_status compare_text(const char *what, const char *run, const char *now,
                                   struct wb_error *err) {
  const char *const a = run != NULL ? run : "", *const b = now != NULL ? now : "";
  if (strcmp(a, b) == 0) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE,
                 "this run was begun with another %s: '%.60s', now '%.60s'; name another --out",
                 what, a, b);
}

enum wb_status wb_run_about_compare(const struct wb_run_about *run, const struct wb_run_about *now,
                                    struct wb_error *err) {
  enum wb_status status = compare_text("course", run->course_name, now->course_name, err);
  if (status == WB_OK) status = compare_text("assignment", run->assignment, now->assignment, err);
  if (status == WB_OK && strcmp(run->course_digest, now->course_digest) != 0)
    status = wb_fail(err, WB_ERR_USAGE,
                     "this run was begun with another state of the course's files: name the course "
                     "as it was then with --course; or, when the run is all judged, `workbench "
                     "grade --again RUN --out RUN2` judges it with the course as it is now; or, "
                     "while nothing is judged, `workbench grade SUBMISSION… --out RUN` begins it "
                     "once more; or name another --out");
  if (status == WB_OK) status = compare_text("version of the workbench", run->tool, now->tool, err);
  if (status == WB_OK && strcmp(run->secret, now->secret) != 0)
    status = wb_fail(err, WB_ERR_USAGE,
                     "this run was begun with another secret; name that with --secret, or another "
                     "--out");
  if (status == WB_OK && run->has_all_walls != now->has_all_walls)
    status = compare_text("--sandbox", run->has_all_walls ? "on" : "basic",
                          now->has_all_walls ? "on" : "basic", err);
  return status;
}

static bool is_called(const char *slug, const char *wanted) {
  const bool is_number =
      wb_slug_is_number(wanted) && wb_slug_number(wanted) == wb_slug_number(slug);
  return is_number || strcmp(slug, wanted) == 0 || strcmp(wb_slug_name(slug), wanted) == 0;
}

static enum wb_status fail_puzzle(const struct wb_run_about *about, const char *wanted,
                                  struct wb_error *err) {
  struct wb_str slugs;
  wb_str_init(&slugs);
  for (size_t i = 0; i < about->n_puzzles; i++)
    wb_str_addf(&slugs, "%s%s", i > 0 ? ", " : "", about->puzzles[i].slug);
  enum wb_status status = wb_fail(err, WB_ERR_USAGE, "the run has no puzzle '%.60s'; it has %.800s",
                                  wanted, slugs.data);
  wb_str_release(&slugs);
  return status;
}

enum wb_status wb_run_about_find(const struct wb_run_about *about, const char *wanted,
                                 const struct wb_run_puzzle **puzzle, struct wb_error *err) {
  const struct wb_run_puzzle *found = NULL, *begun = NULL;
  size_t n_begun = 0;
  for (size_t i = 0; i < about->n_puzzles && found == NULL; i++) {
    const char *slug = about->puzzles[i].slug;
    if (is_called(slug, wanted)) found = &about->puzzles[i];
    if (wb_slug_begun_as(slug, wanted) == NULL) continue;
    begun = &about->puzzles[i];
    n_begun++;
  }
  if (found == NULL && n_begun == 1) found = begun;
  *puzzle = found;
  return found != NULL ? WB_OK : fail_puzzle(about, wanted, err);
}

bool wb_run_judges(const struct wb_run_about *about, const struct wb_submitted_file *file) {
  bool is_graded = false;
  if (!file->counts || file->is_starter || file->state != WB_SUBMITTED_READ) return false;
  for (size_t i = 0; i < about->n_puzzles && !is_graded; i++)
    is_graded = strcmp(about->puzzles[i].slug, file->puzzle) == 0;
  return is_graded;
}

/* ---- the folder --------------------------------------------------------------------------- */

bool wb_run_folder_is(const char *path) {
  char *about = wb_path_join(path, "run.json");
  const bool is_run = wb_is_regular_file(about);
  free(about);
  return is_run;
}

/* Empty, or with no more than what a run has before run.json: whoever began it was stopped there.
 */
static bool is_free(const char *path) {
  static const char *const own[] = {"files", "judged", "run.lock", "submissions"};
  struct wb_names names;
  wb_names_init(&names);
  bool is_free = wb_directory_list(path, &names, NULL) == WB_OK;
  for (size_t i = 0; i < names.count && is_free; i++) {
    is_free = strncmp(names.items[i], "run.json.", 9) == 0; /* half-written */
    for (size_t j = 0; j < sizeof own / sizeof own[0] && !is_free; j++)
      is_free = strcmp(names.items[i], own[j]) == 0;
  }
  wb_names_release(&names);
  return is_free;
}

/* Who holds it has written its process's number there. */
static enum wb_status fail_held(const char *path, int fd, struct wb_error *err) {
  char holder[32] = "";
  const ssize_t length = pread(fd, holder, sizeof holder - 1, 0);
  holder[length > 0 ? length : 0] = '\0';
  return wb_fail(err, WB_ERR_USAGE,
                 "another process%s%s works on %s; wait for it, or end it, and try again",
                 holder[0] != '\0' ? ", number " : "", holder, path);
}

static enum wb_status take_lock(struct wb_run_folder *run, struct wb_error *err) {
  char *path = wb_path_join(run->path, "run.lock");
  char *number = wb_format("%ld", (long)getpid());
  enum wb_status status = WB_OK;
  run->lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (run->lock < 0)
    status = wb_fail_errno(err, "cannot make %s", path);
  else if (flock(run->lock, LOCK_EX | LOCK_NB) != 0)
    status = fail_held(run->path, run->lock, err);
  else if (ftruncate(run->lock, 0) != 0 || !wb_fd_write(run->lock, number, strlen(number)))
    status = wb_fail_errno(err, "cannot write %s", path);
  free(number);
  free(path);
  return status;
}

static enum wb_status make_folder(const char *path, struct wb_error *err) {
  return mkdir(path, 0700) == 0 || errno == EEXIST
             ? WB_OK
             : wb_fail_errno(err, "cannot make the folder %s", path);
}

/* "judged" or "judged.2". */
static char *judged_folder(const struct wb_run_folder *run, uint32_t generation) {
  return generation <= 1 ? wb_format("%s/judged", run->path)
                         : wb_format("%s/judged.%u", run->path, generation);
}

/* One for each puzzle. */
static enum wb_status make_judged(const char *folder, const struct wb_run_about *about,
                                  struct wb_error *err) {
  enum wb_status status = make_folder(folder, err);
  for (size_t i = 0; i < about->n_puzzles && status == WB_OK; i++) {
    char *path = wb_path_join(folder, about->puzzles[i].slug);
    status = make_folder(path, err);
    free(path);
  }
  return status;
}

static enum wb_status make_folders(const struct wb_run_folder *run, struct wb_error *err) {
  static const char *const names[] = {"files", "submissions"};
  char *judged = judged_folder(run, 1);
  enum wb_status status = make_judged(judged, &run->about, err);
  for (size_t i = 0; i < sizeof names / sizeof names[0] && status == WB_OK; i++) {
    char *path = wb_path_join(run->path, names[i]);
    status = make_folder(path, err);
    free(path);
  }
  free(judged);
  return status;
}

/* Private: it holds what people have handed in, and who they are. */
static enum wb_status make_private(const char *path, struct wb_error *err) {
  char *parent = wb_path_dirname(path);
  enum wb_status status = wb_make_directories(parent, err);
  if (status == WB_OK && mkdir(path, 0700) != 0 && !(errno == EEXIST && is_free(path)))
    status = errno == EEXIST
                 ? wb_fail(err, WB_ERR_USAGE,
                           "%s is there, and is neither a run nor an empty folder; name "
                           "another --out",
                           path)
                 : wb_fail_errno(err, "cannot make the folder %s", path);
  free(parent);
  return status;
}

enum wb_status wb_run_folder_make(struct wb_run_folder *run, const char *path,
                                  struct wb_run_about *about, struct wb_error *err) {
  *run = (struct wb_run_folder){.path = wb_strdup(path), .lock = -1, .about = *about};
  *about = (struct wb_run_about){0};
  enum wb_status status = make_private(path, err);
  if (status == WB_OK) status = take_lock(run, err);
  if (status == WB_OK) status = make_folders(run, err);
  if (status == WB_OK) status = write_about(path, &run->about, err);
  return status;
}

enum wb_status wb_run_folder_open(struct wb_run_folder *run, const char *path, bool writes,
                                  struct wb_error *err) {
  json_t *json = NULL;
  char *about = wb_path_join(path, "run.json");
  *run = (struct wb_run_folder){.path = wb_strdup(path), .lock = -1};
  enum wb_status status = WB_OK;
  if (!wb_is_regular_file(about))
    status =
        wb_fail(err, WB_ERR_USAGE, "%s is no run of `workbench grade`: it has no run.json", path);
  if (status == WB_OK) status = read_json(about, ABOUT_MAX_BYTES, &json, err);
  if (status == WB_OK) status = take_about(json, run, err);
  if (status == WB_OK && writes) status = take_lock(run, err);
  if (status == WB_OK && writes) status = make_folders(run, err);
  json_decref(json);
  free(about);
  return status;
}

/* Of a puzzle, in the current generation; the caller frees. */
static char *judged_of(const struct wb_run_folder *run, size_t puzzle) {
  char *judged = judged_folder(run, run->generation);
  char *path = wb_path_join(judged, run->about.puzzles[puzzle].slug);
  free(judged);
  return path;
}

void wb_run_folder_clean(const struct wb_run_folder *run) {
  wb_file_remove_leftovers(run->path, ".json");
  wb_file_remove_leftovers(run->path, ".csv");
  for (size_t i = 0; i < run->about.n_puzzles; i++) {
    char *path = judged_of(run, i);
    wb_file_remove_leftovers(path, ".json");
    free(path);
  }
}

bool wb_run_folder_is_unjudged(const struct wb_run_folder *run) {
  char *shards = wb_path_join(run->path, "shards");
  bool is_unjudged = run->generation <= 1 && !wb_file_exists(shards);
  for (size_t i = 0; i < run->about.n_puzzles && is_unjudged; i++) {
    struct wb_names names;
    char *path = judged_of(run, i);
    wb_names_init(&names);
    is_unjudged = wb_directory_list(path, &names, NULL) == WB_OK && names.count == 0;
    wb_names_release(&names);
    free(path);
  }
  free(shards);
  return is_unjudged;
}

enum wb_status wb_run_folder_begin_anew(struct wb_run_folder *run, struct wb_run_about *about,
                                        struct wb_error *err) {
  /* Of results, too: what was reused may be there, when a run was cut off before it was a run. */
  static const char *const parts[] = {"files", "submissions", "judged"};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    char *path = wb_path_join(run->path, parts[i]);
    wb_folder_remove_tree(path);
    free(path);
  }
  wb_run_about_release(&run->about);
  run->about = *about;
  *about = (struct wb_run_about){0};
  enum wb_status status = make_folders(run, err);
  return status == WB_OK ? write_about(run->path, &run->about, err) : status;
}

/* Those that may be somebody's work come first, so that none is left out for others. */
static void add_nobodys(struct wb_run_about *about, const struct wb_names *names, bool are_work) {
  for (size_t i = 0; i < names->count && about->n_nobodys < WB_RUN_NOBODYS_MAX; i++)
    if (wb_name_is_work(names->items[i]) == are_work)
      about->nobodys[about->n_nobodys++] = wb_strdup(names->items[i]);
}

enum wb_status wb_run_folder_note_nobodys(struct wb_run_folder *run, const struct wb_names *names,
                                          struct wb_error *err) {
  struct wb_run_about *about = &run->about;
  if (names->count == 0) return WB_OK;
  free(about->nobodys);
  about->n_nobodys = 0;
  about->nobodys = wb_alloc(names->count * sizeof *about->nobodys);
  add_nobodys(about, names, true);
  add_nobodys(about, names, false);
  return write_about(run->path, about, err);
}

bool wb_run_nobodys_matter(const struct wb_run_about *about) {
  return about->n_nobodys > 0 && wb_name_is_work(about->nobodys[0]);
}

void wb_run_folder_close(struct wb_run_folder *run) {
  if (run->path != NULL && run->lock >= 0) close(run->lock);
  wb_run_about_release(&run->about);
  free(run->path);
  *run = (struct wb_run_folder){.lock = -1};
}

enum wb_status wb_run_folder_choose(struct wb_run_folder *run, uint32_t generation,
                                    struct wb_error *err) {
  json_t *json = NULL;
  char *folder = judged_folder(run, generation);
  char *about =
      generation <= 1 ? wb_path_join(run->path, "run.json") : wb_path_join(folder, "run.json");
  enum wb_status status = read_json(about, ABOUT_MAX_BYTES, &json, err);
  if (status == WB_OK) {
    wb_run_about_release(&run->about);
    run->about = (struct wb_run_about){0};
    status = take_about(json, run, err);
  }
  if (status == WB_OK) run->generation = generation;
  json_decref(json);
  free(about);
  free(folder);
  return status;
}

enum wb_status wb_run_folder_make_generation(const struct wb_run_folder *run, uint32_t generation,
                                             const struct wb_run_about *about,
                                             struct wb_error *err) {
  char *folder = judged_folder(run, generation);
  wb_folder_remove_tree(folder);
  enum wb_status status = make_judged(folder, about, err);
  if (status == WB_OK) status = write_about(folder, about, err);
  free(folder);
  return status;
}

char *wb_run_file_path(const struct wb_run_folder *run, const char *sha256) {
  return wb_format("%s/files/%s", run->path, sha256);
}

const char *wb_run_variant(const struct wb_run_about *about, const char *pseudonym) {
  return about->seed == WB_SEEDS_OF_PERSON ? pseudonym : "";
}

char *wb_run_judged_path(const struct wb_run_folder *run, const char *slug, const char *sha256,
                         const char *variant) {
  char *folder = judged_folder(run, run->generation);
  char *path =
      wb_format("%s/%s/%s%s%s.json", folder, slug, sha256, variant[0] != '\0' ? "-" : "", variant);
  free(folder);
  return path;
}

char *wb_run_submission_path(const struct wb_run_folder *run, const char *pseudonym,
                             uint32_t attempt) {
  return attempt <= 1 ? wb_format("%s/submissions/%s", run->path, pseudonym)
                      : wb_format("%s/submissions/%s-%u", run->path, pseudonym, attempt);
}

enum wb_status wb_run_copy_file(const char *from, const char *to, struct wb_error *err) {
  struct wb_str bytes;
  if (link(from, to) == 0 || errno == EEXIST) return WB_OK;
  wb_str_init(&bytes);
  enum wb_status status = wb_file_read(from, RESULT_MAX_BYTES, &bytes, err);
  if (status == WB_OK) status = wb_file_write_atomic(to, bytes.data, bytes.length, err);
  wb_str_release(&bytes);
  return status;
}

/* ---- what was judged ---------------------------------------------------------------------- */

static void make_portable(struct wb_result *result) {
  result->elapsed_ms = 0;
  result->has_walls = false; /* the run has them */
  for (size_t i = 0; i < result->n_cases; i++) {
    result->cases[i].time_ns = 0;
    result->cases[i].spent_ns = 0;
  }
}

enum wb_status wb_run_keep_result(const struct wb_run_folder *run, const char *slug,
                                  const char *sha256, const char *variant, struct wb_result *result,
                                  struct wb_error *err) {
  return wb_run_publish_result(run, slug, sha256, variant, result, NULL, err);
}

/* So that its name outlives a loss of power, as its bytes do. */
static enum wb_status sync_folder(const char *path, struct wb_error *err) {
  char *folder = wb_path_dirname(path);
  const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  enum wb_status status = WB_OK;
  if (fd < 0 || fsync(fd) != 0) status = wb_fail_errno(err, "cannot keep %s", path);
  if (fd >= 0) close(fd);
  free(folder);
  return status;
}

static char *attempt_path(const char *attempt, const char *slug, const char *sha256,
                          const char *variant) {
  return wb_format("%s/%s-%s%s%s.json", attempt, slug, sha256, variant[0] != '\0' ? "-" : "",
                   variant);
}

/* Publishes `path` with the bytes of `own`, or of the text where there is no such file. */
static enum wb_status publish(const char *own, const char *path, const struct wb_str *text,
                              struct wb_error *err) {
  struct wb_error why = {0};
  if (own == NULL)
    wb_file_create(path, text->data, text->length, &why);
  else if (wb_rename_if_free(own, path) == 0)
    return sync_folder(path, err);
  else
    wb_fail_errno(&why, "cannot publish %s", path);
  if (why.status == WB_OK) return WB_OK;
  if (wb_file_has(path, text->data, text->length)) {
    if (own != NULL) unlink(own);
    return WB_OK;
  }
  if (wb_file_exists(path))
    return wb_fail(err, WB_ERR_PROTOCOL, "two judgements of the same text differ: %s and %s", path,
                   own != NULL ? own : "that of this process");
  if (err != NULL) *err = why;
  return why.status;
}

enum wb_status wb_run_publish_result(const struct wb_run_folder *run, const char *slug,
                                     const char *sha256, const char *variant,
                                     struct wb_result *result, const char *attempt,
                                     struct wb_error *err) {
  struct wb_str text;
  char *path = wb_run_judged_path(run, slug, sha256, variant);
  char *own = attempt != NULL ? attempt_path(attempt, slug, sha256, variant) : NULL;
  enum wb_status status = WB_OK;
  wb_str_init(&text);
  make_portable(result);
  wb_json_print(wb_result_to_json(result), &text);
  if (own != NULL) status = wb_file_write_atomic(own, text.data, text.length, err);
  if (status == WB_OK) status = publish(own, path, &text, err);
  wb_str_release(&text);
  free(own);
  free(path);
  return status;
}

enum wb_status wb_run_read_result(const struct wb_run_folder *run, const char *slug,
                                  const char *sha256, const char *variant, struct wb_result *result,
                                  struct wb_error *err) {
  json_t *json = NULL;
  char *path = wb_run_judged_path(run, slug, sha256, variant);
  memset(result, 0, sizeof *result);
  enum wb_status status = wb_file_exists(path)
                              ? read_json(path, RESULT_MAX_BYTES, &json, err)
                              : wb_fail(err, WB_ERR_NOT_FOUND, "%s is not judged yet", path);
  if (status == WB_OK) status = wb_result_from_json(json, result, err);
  if (status != WB_OK && status != WB_ERR_NOT_FOUND && err != NULL && access(path, R_OK) == 0) {
    const struct wb_error why = *err;
    status = wb_fail(err, status, "%s; delete %s, and `workbench grade --out %s` judges it again",
                     why.message, path, run->path);
  }
  json_decref(json);
  free(path);
  return status;
}

/* ---- the course's digest ------------------------------------------------------------------- */

static enum wb_status add_path(struct wb_sha256 *sha, const char *root, const char *path,
                               unsigned depth, struct wb_error *err);

/* Lessons and the like, which no verdict follows from. */
static bool is_text_to_read(const char *path) {
  const char *ending = strrchr(path, '.');
  return ending != NULL && strcmp(ending, ".md") == 0;
}

static enum wb_status add_folder(struct wb_sha256 *sha, const char *root, const char *path,
                                 unsigned depth, struct wb_error *err) {
  struct wb_names names;
  char *full = wb_path_join(root, path);
  wb_names_init(&names);
  enum wb_status status = wb_directory_list(full, &names, err);
  for (size_t i = 0; i < names.count && status == WB_OK; i++) {
    char *below = wb_path_join(path, names.items[i]);
    if (names.items[i][0] != '.') status = add_path(sha, root, below, depth + 1, err);
    free(below);
  }
  wb_names_release(&names);
  free(full);
  return status;
}

static enum wb_status add_path(struct wb_sha256 *sha, const char *root, const char *path,
                               unsigned depth, struct wb_error *err) {
  struct wb_str text;
  char *full = wb_path_join(root, path);
  enum wb_status status = WB_OK;
  wb_str_init(&text);
  if (depth > DEPTH_MAX) {
    status = wb_fail(err, WB_ERR_SPEC, "%s lies too deep in the course", full);
  } else if (wb_is_directory(full)) {
    status = add_folder(sha, root, path, depth, err);
  } else if (wb_is_regular_file(full) && !is_text_to_read(path)) {
    status = wb_file_read(full, COURSE_FILE_MAX_BYTES, &text, err);
    wb_sha256_add_text(sha, path);
    wb_sha256_add_number(sha, text.length);
    wb_sha256_add(sha, text.data, text.length);
  }
  wb_str_release(&text);
  free(full);
  return status;
}

/* `before` is a text that the digest follows from, too. */
static enum wb_status digest_paths(const char *course, const char *before, const char *const *paths,
                                   size_t n_paths, char **digest, struct wb_error *err) {
  struct wb_sha256 sha;
  unsigned char bytes[WB_SHA256_BYTES];
  char hex[WB_SHA256_HEX];
  enum wb_status status = WB_OK;
  wb_sha256_init(&sha);
  wb_sha256_add_text(&sha, before);
  for (size_t i = 0; i < n_paths && status == WB_OK; i++)
    status = add_path(&sha, course, paths[i], 0, err);
  wb_sha256_finish(&sha, bytes);
  wb_sha256_hex(bytes, hex);
  *digest = status == WB_OK ? wb_strdup(hex) : NULL;
  return status;
}

enum wb_status wb_run_course_digest(const char *course, char **digest, struct wb_error *err) {
  static const char *const parts[] = {"course.lua", "puzzles", "kernels", "lua"};
  return digest_paths(course, "", parts, sizeof parts / sizeof parts[0], digest, err);
}

enum wb_status wb_run_library_digest(const char *course, char **digest, struct wb_error *err) {
  static const char *const parts[] = {"lua"};
  return digest_paths(course, "", parts, 1, digest, err);
}

enum wb_status wb_run_puzzle_digest(const char *course, const char *slug, const char *library,
                                    char **digest, struct wb_error *err) {
  char *folder = wb_format("puzzles/%s", slug), *kernel = wb_format("kernels/%s.cl", slug);
  char *program = wb_format("kernels/%s.lua", slug);
  const char *const parts[] = {folder, kernel, program};
  enum wb_status status =
      digest_paths(course, library, parts, sizeof parts / sizeof parts[0], digest, err);
  free(program);
  free(kernel);
  free(folder);
  return status;
}
