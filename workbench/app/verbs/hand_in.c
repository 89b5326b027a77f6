#include "verbs/hand_in.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "session/archive_pack.h"
#include "session/work.h"
#include "verbs/assignments.h"

enum { FILE_BYTES_MAX = 1 << 20 }; /* of a kernel or program that is judged */

/* ---- the manifest ----------------------------------------------------------------------- */

#define WB_OF struct wb_hand_in_file
static const struct wb_field file_rows[] = {
    {"puzzle", WB_VALUE(puzzle)},
    {"file", WB_VALUE(file)},
    {"sha256", WB_NAME(sha256)},
};
static const struct wb_fields file_fields = {WB_ROWS(file_rows), .whole = true};
#undef WB_OF

#define WB_OF struct wb_hand_in
static const struct wb_field course_rows[] = {
    {"name", WB_VALUE(course), .or_null = true},
    {"version", WB_VALUE(version), .or_null = true},
};
static const struct wb_fields course_fields = {WB_ROWS(course_rows), .whole = true};

static const struct wb_field rows[] = {
    {"schema", WB_CONSTANT(WB_HAND_IN_MANIFEST_SCHEMA)},
    {"course", WB_SAME, .fields = &course_fields},
    {"assignment", WB_VALUE(assignment), .or_null = true},
    {"tool", WB_VALUE(tool)},
    {"files", WB_LIST(files, n_files, WB_HAND_IN_FILES_MAX), .fields = &file_fields},
};
const struct wb_fields wb_hand_in_fields = {WB_ROWS(rows), .whole = true};
#undef WB_OF

void wb_hand_in_release(struct wb_hand_in *hand_in) {
  for (size_t i = 0; i < hand_in->n_absent; i++) {
    free(hand_in->absent[i].puzzle);
    free(hand_in->absent[i].why);
  }
  free(hand_in->absent);
  wb_fields_release(&wb_hand_in_fields, hand_in);
  *hand_in = (struct wb_hand_in){0};
}

/* ---- the files -------------------------------------------------------------------------- */

/* Takes `why` over. */
static void add_absent(struct wb_hand_in *hand_in, const char *slug, char *why) {
  hand_in->absent[hand_in->n_absent++] =
      (struct wb_hand_in_absent){.puzzle = wb_strdup(slug), .why = why};
}

/* The archive has the bytes whose digest the manifest has, whoever writes the file meanwhile. */
static void add_file(struct wb_hand_in *hand_in, const struct wb_course *course, const char *slug,
                     const char *path, struct wb_archive_list *list) {
  struct wb_str text;
  struct wb_error why;
  unsigned char digest[WB_SHA256_BYTES];
  struct wb_sha256 sha;
  wb_str_init(&text);
  if (wb_file_read(path, FILE_BYTES_MAX, &text, &why) != WB_OK) {
    add_absent(hand_in, slug, wb_format("unreadable: %s", why.message));
  } else {
    struct wb_hand_in_file *file = &hand_in->files[hand_in->n_files++];
    file->puzzle = wb_strdup(slug);
    file->file = wb_format("%s%s", slug, wb_course_ending(course, slug));
    wb_sha256_init(&sha);
    wb_sha256_add(&sha, text.data, text.length);
    wb_sha256_finish(&sha, digest);
    wb_sha256_hex(digest, file->sha256);
    const size_t length = text.length;
    wb_archive_list_add(list, wb_strdup(file->file), wb_str_detach(&text), length);
  }
  wb_str_release(&text);
}

static void add_puzzle(struct wb_hand_in *hand_in, const struct wb_course *course, const char *slug,
                       struct wb_archive_list *list) {
  char *path = wb_course_work_file(course, slug), *why = wb_work_unreadable(course, slug);
  if (why != NULL)
    add_absent(hand_in, slug, why);
  else if (wb_course_is_begun(course, slug))
    add_file(hand_in, course, slug, path, list);
  else if (hand_in->assignment != NULL)
    add_absent(hand_in, slug,
               wb_strdup(wb_file_exists(path) ? "still the starter" : "not started"));
  free(path);
}

/* In the order of the course, which is no one's choice. */
static void add_puzzles(struct wb_hand_in *hand_in, const struct wb_session *session,
                        const struct wb_assignment *assignment, struct wb_archive_list *list) {
  const struct wb_catalog *catalog = &session->catalog;
  hand_in->files = wb_alloc(catalog->count * sizeof *hand_in->files);
  hand_in->absent = wb_alloc(catalog->count * sizeof *hand_in->absent);
  for (size_t i = 0; i < catalog->count && hand_in->n_files < WB_HAND_IN_FILES_MAX; i++)
    if (assignment == NULL || wb_assignment_puzzle(assignment, catalog->items[i].slug) != NULL)
      add_puzzle(hand_in, &session->course, catalog->items[i].slug, list);
}

static void add_manifest(const struct wb_hand_in *hand_in, struct wb_archive_list *list) {
  struct wb_str text;
  wb_str_init(&text);
  wb_fields_print(&wb_hand_in_fields, hand_in, &text);
  const size_t length = text.length;
  wb_archive_list_add(list, wb_strdup(WB_HAND_IN_MANIFEST), wb_str_detach(&text), length);
}

/* Says why of the first few. */
static enum wb_status fail_empty(const struct wb_course *course, const struct wb_hand_in *hand_in,
                                 struct wb_error *err) {
  enum { MOST = 3 };
  struct wb_str why;
  wb_str_init(&why);
  for (size_t i = 0; i < hand_in->n_absent && i < MOST; i++)
    wb_str_addf(&why, "%s %s: %s", i > 0 ? ";" : "", hand_in->absent[i].puzzle,
                hand_in->absent[i].why);
  if (hand_in->n_absent > MOST) wb_str_addf(&why, "; and %zu more", hand_in->n_absent - MOST);
  wb_fail(err, WB_ERR_USAGE, "%s holds nothing to hand in:%s", course->work,
          why.length > 0 ? why.data : " no puzzle is begun");
  wb_str_release(&why);
  return WB_ERR_USAGE;
}

/* ---- the archive ------------------------------------------------------------------------ */

enum wb_status wb_hand_in_make(const struct wb_session *session, const char *assignment,
                               const char *path, bool replace, int stop_fd,
                               struct wb_hand_in *hand_in, struct wb_error *err) {
  const struct wb_course_summary *about = &session->catalog.course;
  const struct wb_assignment *chosen = NULL;
  const struct wb_archive_target target = {.path = path, .keep = !replace, .stop_fd = stop_fd};
  struct wb_archive_list list = {.items = NULL};
  *hand_in = (struct wb_hand_in){.course = wb_strdup(about->name),
                                 .version = wb_strdup(about->version),
                                 .assignment = wb_strdup(assignment),
                                 .tool = wb_strdup("workbench " WB_VERSION)};
  enum wb_status status = WB_OK;
  if (assignment != NULL) status = wb_assignment_choose(about, assignment, &chosen, err);
  if (status == WB_OK) status = wb_archive_check_name(path, err);
  if (status == WB_OK) status = wb_work_check_named(&session->course, err);
  if (status == WB_OK) add_puzzles(hand_in, session, chosen, &list);
  if (status == WB_OK && hand_in->n_files == 0) status = fail_empty(&session->course, hand_in, err);
  if (status == WB_OK) {
    add_manifest(hand_in, &list);
    status = wb_archive_write(&list, &target, &hand_in->bytes, err);
  }
  wb_archive_list_release(&list);
  return status;
}
