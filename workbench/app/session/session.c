#include "session/session.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/slug.h"
#include "base/str.h"
#include "result/steps.h"
#include "session/course_archive.h"
#include "session/record.h"
#include "session/work.h"

void wb_session_follow_names(const struct wb_course *course, struct wb_store *store) {
  struct wb_former_names former;
  wb_course_former_names(course, &former);
  for (size_t i = 0; i < former.slugs.count; i++) {
    char *slug = wb_course_slug_named(course, former.names.items[i]);
    if (slug != NULL && strcmp(slug, former.slugs.items[i]) == 0)
      wb_store_rename(store, course->key, former.names.items[i], slug, NULL);
    free(slug);
  }
  wb_former_names_release(&former);
}

/* Progress is worth a word, never the work. */
static void open_store(struct wb_session *session, char **notice) {
  struct wb_error why;
  if (wb_store_open(&session->store, NULL, notice, &why) == WB_OK) {
    wb_session_follow_names(&session->course, session->store);
  } else {
    session->store = NULL;
    free(*notice);
    *notice = wb_format("progress is not kept: %s", why.message);
  }
}

/* Whether `wanted` is the name of a puzzle's folder, letter by letter. */
static bool is_folder(const struct wb_course *course, const char *wanted) {
  return wanted != NULL && wanted[0] != '\0' && wanted[0] != '.' && strchr(wanted, '/') == NULL &&
         wb_course_has_puzzle(course, wanted);
}

enum wb_status wb_session_open_course(struct wb_course *course, const char *wanted,
                                      struct wb_error *err) {
  char *archive = NULL;
  enum wb_status status = wb_course_open(course, wanted, &archive, err);
  if (archive != NULL) status = wb_course_archive_open(course, archive, err);
  free(archive);
  if (status == WB_ERR_NOT_FOUND) status = err->status = WB_ERR_SPEC;
  return status;
}

enum wb_status wb_session_begin(struct wb_session *session, const char *course, const char *slug,
                                char **notice, struct wb_error *err) {
  *notice = NULL;
  memset(session, 0, sizeof *session);
  enum wb_status status = wb_session_open_course(&session->course, course, err);
  if (status == WB_OK) status = wb_work_check(&session->course, err);
  if (status == WB_OK && is_folder(&session->course, slug))
    status = wb_catalog_load_one(session->course.root, slug, &session->catalog, err);
  else if (status == WB_OK)
    status = wb_catalog_load(session->course.root, &session->catalog, err);
  if (status == WB_OK) open_store(session, notice);
  return status;
}

void wb_session_close(struct wb_session *session) {
  wb_store_close(session->store);
  wb_catalog_release(&session->catalog);
  wb_course_release(&session->course);
  memset(session, 0, sizeof *session);
}

struct wb_progress wb_session_progress(const struct wb_session *session, const char *slug) {
  struct wb_progress progress;
  memset(&progress, 0, sizeof progress);
  if (session->store == NULL ||
      wb_store_get(session->store, session->course.key, slug, &progress, NULL) != WB_OK)
    memset(&progress, 0, sizeof progress);
  return progress;
}

size_t wb_session_solved(const struct wb_session *session, size_t first, size_t end) {
  size_t solved = 0;
  for (size_t i = first; i < end; i++)
    solved += wb_session_progress(session, session->catalog.items[i].slug).solved;
  return solved;
}

size_t wb_steps_so_far(const struct wb_puzzle_summary *puzzle, const struct wb_progress *progress) {
  /* The puzzle may have had more steps then, or none when it was solved. */
  return progress->solved || progress->steps > puzzle->n_steps ? puzzle->n_steps : progress->steps;
}

bool wb_steps_so_far_words(const struct wb_puzzle_summary *puzzle,
                           const struct wb_progress *progress, struct wb_str *out) {
  const bool on_the_way = puzzle->n_steps > 0 && progress->tried && !progress->solved;
  if (on_the_way) wb_steps_done_words(wb_steps_so_far(puzzle, progress), puzzle->n_steps, out);
  return on_the_way;
}

const char *wb_session_state(const struct wb_session *session, const char *slug) {
  struct wb_progress progress = wb_session_progress(session, slug);
  char *file = wb_course_work_file(&session->course, slug);
  const char *state = progress.solved        ? "solved"
                      : progress.tried       ? "tried"
                      : wb_file_exists(file) ? "started"
                                             : "new";
  free(file);
  return state;
}

static const struct wb_puzzle_summary *find_puzzle(const struct wb_session *session,
                                                   const char *slug) {
  for (size_t i = 0; i < session->catalog.count; i++)
    if (wb_slug_is_same(session->catalog.items[i].slug, slug)) return &session->catalog.items[i];
  return NULL;
}

static const struct wb_puzzle_summary *last_one(const struct wb_session *session) {
  const struct wb_puzzle_summary *found = NULL;
  char *slug = NULL;
  if (session->store == NULL ||
      wb_store_last_puzzle(session->store, session->course.key, &slug, NULL) != WB_OK)
    return NULL;
  if (slug != NULL) found = find_puzzle(session, slug);
  free(slug);
  return found;
}

const struct wb_puzzle_summary *wb_session_next(const struct wb_session *session) {
  for (size_t i = 0; i < session->catalog.count; i++) {
    const struct wb_puzzle_summary *puzzle = &session->catalog.items[i];
    if (puzzle->error == NULL && !wb_session_progress(session, puzzle->slug).solved) return puzzle;
  }
  return NULL;
}

size_t wb_next_unsolved(size_t count, size_t at,
                        bool (*is_left_out)(const void *data, size_t index), const void *data) {
  const size_t from = at < count ? at + 1 : 0;
  for (size_t k = 0; k < count; k++) {
    const size_t index = (from + k) % count;
    if (index != at && !is_left_out(data, index)) return index;
  }
  return count;
}

struct entries_of {
  const struct wb_session *session;
  struct wb_names names;
};

static bool is_no_next(const void *data, size_t index) {
  const struct entries_of *of = data;
  const char *name = of->names.items[index];
  return !wb_course_has_puzzle(&of->session->course, name) ||
         wb_session_progress(of->session, name).solved;
}

char *wb_session_suggestion(const struct wb_session *session, const char *slug) {
  struct entries_of of = {.session = session};
  size_t at = 0;
  wb_names_init(&of.names);
  wb_course_entries(&session->course, &of.names, NULL);
  while (at < of.names.count && (slug == NULL || strcmp(of.names.items[at], slug) != 0)) at++;
  const size_t next = wb_next_unsolved(of.names.count, at, is_no_next, &of);
  char *suggested = next < of.names.count ? wb_strdup(of.names.items[next]) : NULL;
  wb_names_release(&of.names);
  return suggested;
}

enum wb_status wb_session_choose(struct wb_session *session, const char *wanted,
                                 const struct wb_puzzle_summary **puzzle, struct wb_error *err) {
  *puzzle = NULL;
  if (session->catalog.count == 0)
    return wb_fail(err, WB_ERR_SPEC, "the course %s has no puzzles; `workbench new NAME` makes one",
                   session->course.root);
  if (wanted != NULL) {
    enum wb_status status = wb_catalog_find(&session->catalog, wanted, puzzle, err);
    char *slug = status == WB_ERR_NOT_FOUND ? wb_course_slug_named(&session->course, wanted) : NULL;
    if (slug != NULL) status = wb_catalog_find(&session->catalog, slug, puzzle, err);
    free(slug);
    if (status != WB_OK) return status;
  } else {
    *puzzle = last_one(session);
    if (*puzzle == NULL) *puzzle = wb_session_next(session);
    if (*puzzle == NULL) *puzzle = &session->catalog.items[0];
  }
  if ((*puzzle)->error == NULL) return WB_OK;
  return wb_fail(err, WB_ERR_SPEC, "%s", (*puzzle)->error);
}

/* The slug of the puzzle opened last; NULL: none is known. */
static char *last_slug(const struct wb_session *session) {
  char *last = NULL;
  if (session->store != NULL)
    wb_store_last_puzzle(session->store, session->course.key, &last, NULL);
  char *slug = last != NULL ? wb_course_slug_named(&session->course, last) : NULL;
  free(last);
  return slug;
}

/* The slug, without a look at what is in its folder; NULL: it takes one, as for former slugs and
 * parts of titles, which specs know. */
static char *slug_of(const struct wb_session *session, const char *wanted) {
  if (wanted == NULL) return last_slug(session);
  if (is_folder(&session->course, wanted)) return wb_strdup(wanted);
  const bool is_name = wb_slug_name(wanted) == wanted && !isdigit((unsigned char)wanted[0]);
  return is_name || wb_slug_is_number(wanted) ? wb_course_slug_named(&session->course, wanted)
                                              : NULL;
}

enum wb_status wb_session_begin_run(struct wb_session *session, struct wb_judge_start *start,
                                    struct wb_error *err) {
  const struct wb_puzzle_summary *puzzle = NULL;
  start->slug = start->notice = NULL;
  start->spare = NULL;
  memset(session, 0, sizeof *session);
  enum wb_status status = wb_session_open_course(&session->course, start->course, err);
  if (status == WB_OK) status = wb_work_check(&session->course, err);
  if (status != WB_OK) return status;
  wb_judge_spare_begin(&start->spare, session->course.root, start->device);
  open_store(session, &start->notice);
  start->slug = slug_of(session, start->wanted);
  if (start->slug != NULL) return WB_OK;
  status = wb_catalog_load(session->course.root, &session->catalog, err);
  if (status == WB_OK) status = wb_session_choose(session, start->wanted, &puzzle, err);
  if (puzzle != NULL && status == WB_OK) start->slug = wb_strdup(puzzle->slug);
  return status;
}

void wb_session_visit(struct wb_session *session, const char *slug) {
  if (session->store != NULL)
    wb_store_set_last_puzzle(session->store, session->course.key, slug, NULL);
}

char *wb_session_open_puzzle(struct wb_session *session, const char *slug) {
  struct wb_work_made made = {false, false};
  wb_session_visit(session, slug);
  wb_work_open(&session->course, slug, &made, NULL);
  return wb_work_notice(&session->course, slug, &made);
}

static bool is_same_file(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

enum wb_status wb_session_record(struct wb_session *session, const struct wb_run_options *options,
                                 const struct wb_result *result, struct wb_error *err) {
  struct wb_record record;
  char *own = wb_course_work_file(&session->course, options->puzzle);
  const bool is_own = is_same_file(own, options->file);
  free(own);
  if (session->store == NULL || !is_own) return WB_OK;
  wb_record_init(&record, &session->course, options, result, wb_record_counts(options));
  enum wb_status status = wb_store_keep(session->store, &record.judged, err);
  wb_record_release(&record);
  return status;
}

enum { KERNEL_MAX_BYTES = 1 << 20 };

bool wb_session_was_judged(const struct wb_session *session, const char *slug) {
  struct wb_attempts attempts = {0};
  struct wb_str text;
  char *file = wb_course_work_file(&session->course, slug);
  bool judged = false;
  wb_str_init(&text);
  if (session->store != NULL &&
      wb_store_attempts(session->store, session->course.key, slug, &attempts, NULL) == WB_OK &&
      attempts.count > 0 && wb_file_read(file, KERNEL_MAX_BYTES, &text, NULL) == WB_OK) {
    const struct wb_attempt *last = &attempts.items[attempts.count - 1];
    judged =
        last->source_length == text.length && memcmp(last->source, text.data, text.length) == 0;
  }
  wb_attempts_release(&attempts);
  wb_str_release(&text);
  free(file);
  return judged;
}

enum { PAGE_MAX_BYTES = 1 << 20 };

char *wb_session_explanation(const struct wb_course *course, const char *slug, bool solved,
                             bool given_up) {
  char *path = wb_course_explained(course, slug);
  char *explanation = solved || given_up ? wb_file_read_text(path, PAGE_MAX_BYTES, NULL) : NULL;
  free(path);
  return explanation;
}

char *wb_session_chapter(const struct wb_course *course, const struct wb_puzzle_summary *puzzle) {
  if (puzzle->chapter == NULL) return NULL;
  char *path = wb_course_chapter(course, puzzle->chapter);
  char *page = wb_file_read_text(path, PAGE_MAX_BYTES, NULL);
  free(path);
  return page;
}

/* ---- a puzzle's files ---- */

/* Their names come from a spec: they lead nowhere but into the puzzle's folder. */
static bool is_text_beside_spec(const char *name) {
  return name[0] != '.' && strchr(name, '/') == NULL &&
         (wb_ends_with(name, ".cl") || wb_ends_with(name, ".h"));
}

char *wb_session_file(const struct wb_course *course, const struct wb_puzzle_summary *puzzle,
                      const char *name) {
  char *path = is_text_beside_spec(name) ? wb_course_file(course, puzzle->slug, name) : NULL;
  char *text = path != NULL ? wb_file_read_text(path, PAGE_MAX_BYTES, NULL) : NULL;
  free(path);
  return text;
}

/* Longer than any row of backticks in it. */
static void add_fence(const char *text, struct wb_str *out) {
  size_t longest = 2, row = 0;
  for (const char *at = text; *at != '\0'; at++) {
    row = *at == '`' ? row + 1 : 0;
    if (row > longest) longest = row;
  }
  for (size_t i = 0; i <= longest; i++) wb_str_add_char(out, '`');
}

static void add_file_text(const char *name, const char *text, struct wb_str *out) {
  add_fence(text, out);
  wb_str_addf(out, "%s\n%s%s", wb_ends_with(name, ".lua") ? "lua" : "c", text,
              wb_ends_with(text, "\n") ? "" : "\n");
  add_fence(text, out);
  wb_str_add(out, "\n\n");
}

char *wb_session_files(const struct wb_course *course, const struct wb_puzzle_summary *puzzle) {
  struct wb_str page;
  if (puzzle->n_files == 0) return NULL;
  wb_str_init(&page);
  wb_str_add(&page, "## Files\n\n");
  for (size_t i = 0; i < puzzle->n_files; i++) {
    char *text = wb_session_file(course, puzzle, puzzle->files[i]);
    wb_str_addf(&page, "**%s**\n\n", puzzle->files[i]);
    if (text != NULL) add_file_text(puzzle->files[i], text, &page);
    free(text);
  }
  return wb_str_detach(&page);
}

const char *wb_session_new_chapter(const struct wb_session *session, size_t index) {
  const struct wb_puzzle_list list = wb_catalog_list(&session->catalog);
  const char *title = wb_chapter_begun_by(&list, index, NULL);
  char *path = title != NULL ? wb_course_chapter(&session->course, title) : NULL;
  const bool has_page = path != NULL && wb_is_regular_file(path);
  free(path);
  return has_page ? title : NULL;
}
