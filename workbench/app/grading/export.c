#include "grading/export.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "fields/json_tools.h"
#include "grading/csv.h"
#include "grading/told.h"
#include "report/list.h"
#include "session/archive_pack.h"

enum { FLUSH_BYTES = 256 << 10 };

/* Without a file, -1, all of it stays in memory. */
static enum wb_status flush_output(struct wb_str *out, int fd, size_t from, struct wb_error *err) {
  if (fd < 0 || out->length < from) return WB_OK;
  const bool written = wb_fd_write(fd, out->data, out->length);
  wb_str_clear(out);
  return written ? WB_OK : wb_fail_errno(err, "cannot write");
}

/* ---- json -------------------------------------------------------------------------------------
 */

#define WB_OF struct wb_gradebook_puzzle
static const struct wb_field puzzle_rows[] = {
    {"puzzle", WB_VALUE(slug)},
    {"state", WB_VALUE(state), .words = &wb_assessed_states},
    {"verdict", WB_VALUE(verdict), .words = &wb_verdicts, WB_GIVEN(judged)},
    {"points", WB_VALUE(points)},
    {"most", WB_VALUE(most)},
};
static const struct wb_fields puzzle_fields = {WB_ROWS(puzzle_rows)};
#undef WB_OF

#define WB_OF struct wb_lateness
static const struct wb_field lateness_rows[] = {
    {"state", WB_VALUE(state), .words = &wb_lateness_words},
    {"seconds", WB_VALUE(after)},
    {"share", WB_VALUE(share)},
};
static const struct wb_fields lateness_fields = {WB_ROWS(lateness_rows)};
#undef WB_OF

#define WB_OF struct wb_gradebook_row
static const struct wb_field row_rows[] = {
    {"ids", WB_LIST(ids, n_ids, WB_SUBMITTED_FILES_MAX)},
    {"name", WB_VALUE(name), .or_null = true},
    {"label", WB_VALUE(label), .or_null = true},
    {"pseudonym", WB_VALUE(pseudonym), WB_GIVEN(handed_in)},
    {"attempt", WB_VALUE(attempt)},
    {"attempts", WB_VALUE(attempts)},
    {"complete", WB_VALUE(complete)},
    {"flag", WB_VALUE(flag), .or_null = true},
    {"judged", WB_VALUE(judged)},
    {"lateness", WB_VALUE(lateness), .fields = &lateness_fields},
    {"points", WB_VALUE(points), WB_GIVEN(has_points)},
    {"most", WB_VALUE(most)},
    {"puzzles", WB_LIST(puzzles, n_puzzles, WB_RUN_PUZZLES_MAX), .fields = &puzzle_fields},
};
static const struct wb_fields row_fields = {WB_ROWS(row_rows)};
#undef WB_OF

static enum wb_status write_json(const struct wb_export_order *order,
                                 const struct wb_gradebook *book, struct wb_str *out, int fd,
                                 struct wb_roster_report *report, struct wb_error *err) {
  enum wb_status status = WB_OK;
  json_t *assignment = wb_json_text_or_null(book->run->assignment);
  char *name = json_dumps(assignment, JSON_ENCODE_ANY);
  (void)order, (void)report;
  wb_str_addf(out, "{\"schema\": %d, \"assignment\": %s,%s\n\"people\": [", WB_RUN_SCHEMA, name,
              book->run->has_all_walls ? "" : " \"all_walls\": false,");
  for (size_t i = 0; i < book->count && status == WB_OK; i++) {
    wb_str_add(out, i > 0 ? ",\n" : "\n");
    json_t *row = wb_fields_to_json(&row_fields, &book->rows[i], NULL);
    char *text = json_dumps(row, JSON_COMPACT | JSON_REAL_PRECISION(12));
    wb_str_add(out, text);
    free(text);
    json_decref(row);
    status = flush_output(out, fd, FLUSH_BYTES, err);
  }
  wb_str_add(out, "\n]}\n");
  free(name);
  json_decref(assignment);
  return status;
}

/* ---- csv --------------------------------------------------------------------------------------
 */

static void join_ids(const struct wb_gradebook_row *row, struct wb_str *out) {
  for (size_t i = 0; i < row->n_ids; i++) wb_str_addf(out, "%s%s", i > 0 ? " " : "", row->ids[i]);
}

static void add_csv_row(struct wb_csv_writer *writer, const struct wb_gradebook *book,
                        const struct wb_gradebook_row *row) {
  struct wb_str ids;
  wb_str_init(&ids);
  join_ids(row, &ids);
  wb_csv_add_text(writer, ids.data);
  wb_csv_add_text(writer, row->name != NULL ? row->name : "");
  wb_csv_add_text(writer, row->pseudonym);
  wb_csv_add_number(writer, row->attempt);
  wb_csv_add_number(writer, row->attempts);
  wb_csv_add_text(writer, wb_word_name(&wb_lateness_words, row->lateness.state));
  wb_csv_add_number(writer, row->judged);
  if (row->has_points)
    wb_csv_add_number(writer, row->points);
  else
    wb_csv_add_text(writer, "");
  wb_csv_add_number(writer, book->most);
  wb_csv_add_text(writer, row->flag != NULL ? row->flag : "");
  for (size_t i = 0; i < book->run->n_puzzles; i++) {
    if (row->handed_in && row->puzzles[i].state != WB_ASSESSED_NOT_JUDGED)
      wb_csv_add_number(writer, row->puzzles[i].points);
    else
      wb_csv_add_text(writer, "");
  }
  wb_csv_end_record(writer);
  wb_str_release(&ids);
}

static enum wb_status write_csv(const struct wb_export_order *order,
                                const struct wb_gradebook *book, struct wb_str *out, int fd,
                                struct wb_roster_report *report, struct wb_error *err) {
  static const char *const head[] = {"id",   "name",   "pseudonym", "attempt", "attempts",
                                     "late", "judged", "points",    "most",    "flag"};
  struct wb_csv_writer writer = {.out = out};
  enum wb_status status = WB_OK;
  (void)order, (void)report;
  for (size_t i = 0; i < sizeof head / sizeof head[0]; i++) wb_csv_add_text(&writer, head[i]);
  for (size_t i = 0; i < book->run->n_puzzles; i++)
    wb_csv_add_text(&writer, book->run->puzzles[i].slug);
  wb_csv_end_record(&writer);
  for (size_t i = 0; i < book->count && status == WB_OK; i++) {
    add_csv_row(&writer, book, &book->rows[i]);
    status = flush_output(out, fd, FLUSH_BYTES, err);
  }
  return status;
}

/* ---- lists of results: tap, junit, sarif --------------------------------------------------------
 */

static const struct wb_list_kind list_of_submissions = {
    .name = "submissions", .rule_word = "verdict", .nothing = "nothing was handed in"};

struct listing {
  struct wb_list list;
  const struct wb_gradebook *book;
  struct wb_str *out;
  int fd;
};

/* Of a puzzle that has no verdict. */
static void add_absent(struct wb_list *list, const struct wb_assessed_puzzle *one,
                       const char *title, const char *class_name) {
  char *message = wb_format("%s: %s", wb_word_name(&wb_assessed_states, one->state),
                            wb_word_help(&wb_assessed_states, one->state));
  const struct wb_list_item item = {
      .outcome = one->state == WB_ASSESSED_NOT_JUDGED ? WB_LIST_ERROR : WB_LIST_FAILED,
      .name = one->puzzle->slug,
      .title = title,
      .class_name = class_name,
      .rule = wb_word_name(&wb_assessed_states, one->state),
      .rule_help = wb_word_help(&wb_assessed_states, one->state),
      .message = message,
      .detail = one->trouble};
  wb_list_add(list, &item);
  free(message);
}

static const char *who_of(const struct wb_run_submission *one) {
  return one->about.n_ids > 0 ? one->about.ids[0] : one->pseudonym;
}

static enum wb_status list_submission(const struct wb_assessment *assessment, void *data,
                                      struct wb_error *err) {
  struct listing *listing = data;
  const char *who = who_of(assessment->submission);
  const struct wb_list_suite suite = {.name = who};
  if (!wb_gradebook_counts(listing->book, assessment->submission)) return WB_OK;
  wb_list_suite_begin(&listing->list, &suite);
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *one = &assessment->puzzles[i];
    char *class_name = wb_format("%s.%s", who, one->puzzle->slug);
    char *title = wb_format("%s %s", who, one->puzzle->slug);
    char *file = one->file != NULL ? wb_format("%s/%s", who, one->file->name) : NULL;
    const struct wb_list_item whole = {
        .name = title, .class_name = class_name, .file = file, .result = &one->result};
    if (one->state == WB_ASSESSED_JUDGED)
      wb_list_add_result(&listing->list, &whole);
    else
      add_absent(&listing->list, one, title, class_name);
    free(file);
    free(title);
    free(class_name);
  }
  wb_list_suite_end(&listing->list);
  return flush_output(listing->out, listing->fd, FLUSH_BYTES, err);
}

static void begin_listing(struct listing *listing, const char *format) {
  static const struct wb_report_style style = {.width = 100};
  wb_list_begin(&listing->list, &list_of_submissions,
                wb_list_format_find(&list_of_submissions, format), &style, WB_LIST_OPEN,
                listing->out);
}

static enum wb_status write_list(const struct wb_export_order *order,
                                 const struct wb_gradebook *book, const char *format,
                                 struct wb_str *out, int fd, struct wb_error *err) {
  struct listing listing = {.book = book, .out = out, .fd = fd};
  begin_listing(&listing, format);
  enum wb_status status =
      wb_run_assess_each(order->run, order->records, NULL, true, list_submission, &listing, err);
  wb_list_end(&listing.list, NULL);
  wb_list_release(&listing.list);
  return status;
}

#define LIST_WRITER(format)                                                                     \
  static enum wb_status write_##format(                                                         \
      const struct wb_export_order *order, const struct wb_gradebook *book, struct wb_str *out, \
      int fd, struct wb_roster_report *report, struct wb_error *err) {                          \
    (void)report;                                                                               \
    return write_list(order, book, #format, out, fd, err);                                      \
  }
LIST_WRITER(tap)
LIST_WRITER(junit)
LIST_WRITER(sarif)

/* ---- a stream for each submission -------------------------------------------------------------
 */

struct streams {
  const struct wb_gradebook *book;
  const char *folder;
  bool overwrites;
  struct wb_names names;       /* of files so far */
  struct wb_archive_list list; /* of their paths and contents */
};

static enum wb_status add_stream(const struct wb_assessment *assessment, void *data,
                                 struct wb_error *err) {
  struct streams *to = data;
  const struct wb_run_submission *one = assessment->submission;
  struct wb_str text;
  struct listing listing = {.book = to->book, .out = &text, .fd = -1};
  if (!wb_gradebook_counts(to->book, one)) return WB_OK;
  wb_str_init(&text);
  begin_listing(&listing, "tap");
  enum wb_status status = list_submission(assessment, &listing, err);
  wb_list_end(&listing.list, NULL);
  wb_list_release(&listing.list);
  char *name = wb_export_name(who_of(one), one->pseudonym, &to->names);
  char *file = wb_format("%s.tap", name), *path = wb_path_join(to->folder, file);
  const size_t length = text.length;
  if (status == WB_OK && wb_file_exists(path) && !to->overwrites)
    status = wb_fail(err, WB_ERR_USAGE, "%s is there already; --force overwrites it", path);
  wb_archive_list_add(&to->list, path, wb_str_detach(&text), length);
  free(file);
  free(name);
  return status;
}

/* Nothing is written before all of it is there and may be written. */
static enum wb_status write_streams(const struct wb_export_order *order, const char *folder,
                                    bool overwrites, struct wb_error *err) {
  struct wb_gradebook book = {0};
  struct streams to = {.book = &book, .folder = folder, .overwrites = overwrites};
  wb_names_init(&to.names);
  enum wb_status status = wb_gradebook_make(&book, order->run, order->records, &order->rules, err);
  if (status == WB_OK)
    status = wb_run_assess_each(order->run, order->records, NULL, true, add_stream, &to, err);
  if (status == WB_OK) status = wb_make_directories(folder, err);
  for (size_t i = 0; i < to.list.count && status == WB_OK; i++) {
    const struct wb_archive_item *item = &to.list.items[i];
    status = wb_file_write_atomic(item->path, item->content, item->length, err);
  }
  wb_archive_list_release(&to.list);
  wb_names_release(&to.names);
  wb_gradebook_release(&book);
  return status;
}

/* ---- gradebooks
 * ---------------------------------------------------------------------------------- */

/* "01-map: 8 of 10 points (accepted); late: 90 % of the points count": students read it in their
 * gradebook. */
static char *feedback_of(const struct wb_told *told, const struct wb_gradebook_row *row) {
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < told->n_puzzles; i++) {
    const struct wb_told_puzzle *one = &told->puzzles[i];
    const struct wb_assessed_puzzle *assessed = one->assessed;
    wb_str_addf(&text, "%s%s: ", i > 0 ? "; " : "", assessed->puzzle->slug);
    wb_told_points_words(told, one, &text);
    wb_str_addf(&text, " (%s)",
                assessed->state == WB_ASSESSED_JUDGED
                    ? wb_told_verdict_words(&one->result)
                    : wb_word_name(&wb_assessed_states, assessed->state));
  }
  if (row->lateness.share < 1)
    wb_str_addf(&text, "; %s: %.0f %% of the points count",
                wb_word_name(&wb_lateness_words, row->lateness.state), row->lateness.share * 100);
  return wb_str_detach(&text);
}

struct commenting {
  const struct wb_export_order *order;
  const struct wb_gradebook *book;
  char **feedback; /* beside its rows */
};

static enum wb_status add_feedback(const struct wb_assessment *assessment, void *data,
                                   struct wb_error *err) {
  const struct commenting *commenting = data;
  const struct wb_gradebook_row *row =
      wb_gradebook_row_of(commenting->book, assessment->submission);
  struct wb_told told;
  (void)err;
  if (row == NULL) return WB_OK;
  wb_told_make(&told, assessment, row, commenting->order->released);
  commenting->feedback[row - commenting->book->rows] = feedback_of(&told, row);
  wb_told_release(&told);
  return WB_OK;
}

static void fill_grades(const struct wb_gradebook *book, char *const *feedback,
                        struct wb_grade_row *grades) {
  for (size_t i = 0; i < book->count; i++) {
    const struct wb_gradebook_row *row = &book->rows[i];
    grades[i] = (struct wb_grade_row){.ids = (const char *const *)row->ids,
                                      .n_ids = row->n_ids,
                                      .name = row->name != NULL ? row->name : row->label,
                                      .points = row->points,
                                      .most = book->most,
                                      .has_points = row->has_points,
                                      .excused = !row->handed_in,
                                      .feedback = feedback[i]};
  }
}

static enum wb_status write_roster(const struct wb_export_order *order,
                                   const struct wb_gradebook *book,
                                   enum wb_roster_platform platform, struct wb_str *out,
                                   struct wb_roster_report *report, struct wb_error *err) {
  struct wb_str bytes;
  struct wb_grade_row *grades = wb_alloc((book->count + 1) * sizeof *grades);
  char **feedback = wb_alloc((book->count + 1) * sizeof *feedback);
  const struct wb_roster_request request = {
      .platform = platform,
      .file = order->roster,
      .column = order->column,
      .assignment = book->run->assignment,
      .title = order->rules.assignment != NULL ? order->rules.assignment->title : NULL};
  struct commenting commenting = {order, book, feedback};
  enum wb_status status = WB_OK;
  wb_str_init(&bytes);
  if (!order->points_alone)
    status =
        wb_run_assess_each(order->run, order->records, NULL, false, add_feedback, &commenting, err);
  fill_grades(book, feedback, grades);
  if (status == WB_OK) status = wb_file_read(order->roster, WB_CSV_BYTES_MAX, &bytes, err);
  if (status == WB_OK)
    status =
        wb_roster_fill(&request, bytes.data, bytes.length, grades, book->count, out, report, err);
  for (size_t i = 0; i < book->count; i++) free(feedback[i]);
  free(feedback);
  free(grades);
  wb_str_release(&bytes);
  return status;
}

#define ROSTER_WRITER(id, platform)                                                             \
  static enum wb_status write_##id(const struct wb_export_order *order,                         \
                                   const struct wb_gradebook *book, struct wb_str *out, int fd, \
                                   struct wb_roster_report *report, struct wb_error *err) {     \
    (void)fd;                                                                                   \
    return write_roster(order, book, platform, out, report, err);                               \
  }
ROSTER_WRITER(moodle, WB_ROSTER_MOODLE)
ROSTER_WRITER(canvas, WB_ROSTER_CANVAS)
ROSTER_WRITER(brightspace, WB_ROSTER_BRIGHTSPACE)
ROSTER_WRITER(gradescope_csv, WB_ROSTER_GRADESCOPE)

/* ---- all of them
 * ---------------------------------------------------------------------------------- */

static const struct wb_export_format formats[] = {
#define WB_GRADE_FORMAT(id, word, roster) {word, roster, write_##id, NULL, NULL},
#define WB_GRADE_FORMAT_EACH(id, word, file) {word, false, NULL, wb_told_##id, file},
#define WB_GRADE_FORMAT_SITE(word) {.name = word},
#include "commands/grade_formats.inc"
};

const struct wb_export_format *wb_export_format_find(const char *name) {
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++)
    if (strcmp(formats[i].name, name) == 0) return &formats[i];
  return NULL;
}

static bool is_for_streams(const struct wb_export_format *format, const char *file) {
  return file != NULL && strcmp(format->name, "tap") == 0 &&
         (wb_ends_with(file, "/") || wb_is_directory(file));
}

static enum wb_status check_order(const struct wb_export_order *order,
                                  const struct wb_export_format *format, const char *file,
                                  bool overwrites, struct wb_error *err) {
  if (format->needs_roster && order->roster == NULL)
    return wb_fail(err, WB_ERR_USAGE,
                   "%s takes back a file of its own: export that there, and name it with --roster",
                   format->name);
  if (!format->needs_roster && order->roster != NULL)
    return wb_fail(err, WB_ERR_USAGE, "%s fills in no --roster", format->name);
  if (file != NULL && wb_file_exists(file) && !overwrites && !is_for_streams(format, file))
    return wb_fail(err, WB_ERR_USAGE, "%s is there already; --force overwrites it", file);
  return WB_OK;
}

/* Into a file beside it, which then takes its name. */
static enum wb_status open_temporary(const char *file, char **path, int *fd, struct wb_error *err) {
  *path = wb_format("%s.new-XXXXXX", file);
  *fd = mkostemp(*path, O_CLOEXEC);
  return *fd >= 0 ? WB_OK : wb_fail_errno(err, "cannot write %s", file);
}

static enum wb_status close_temporary(const char *file, const char *path, int fd,
                                      enum wb_status status, struct wb_error *err) {
  if (status == WB_OK && (fsync(fd) != 0 || rename(path, file) != 0))
    status = wb_fail_errno(err, "cannot write %s", file);
  close(fd);
  if (status != WB_OK) unlink(path);
  return status;
}

static enum wb_status write_book(const struct wb_export_order *order,
                                 const struct wb_export_format *format, int fd,
                                 struct wb_roster_report *report, struct wb_error *err) {
  struct wb_gradebook book = {0};
  struct wb_str out;
  wb_str_init(&out);
  enum wb_status status = wb_gradebook_make(&book, order->run, order->records, &order->rules, err);
  if (status == WB_OK) status = format->write(order, &book, &out, fd, report, err);
  if (status == WB_OK) status = flush_output(&out, fd, 0, err);
  wb_str_release(&out);
  wb_gradebook_release(&book);
  return status;
}

/* To a file beside it, or to standard output. */
static enum wb_status write_whole(const char *file, const struct wb_archive_item *item,
                                  struct wb_error *err) {
  if (file != NULL) return wb_file_write_atomic(file, item->content, item->length, err);
  return wb_fd_write(STDOUT_FILENO, item->content, item->length)
             ? WB_OK
             : wb_fail_errno(err, "cannot write");
}

static enum wb_status write_list_of_files(const char *word, const char *file, bool overwrites,
                                          struct wb_archive_list *list, struct wb_error *err) {
  const struct wb_archive_target target = {
      .path = file, .bare = true, .keep = !overwrites, .stop_fd = -1};
  uint64_t bytes = 0;
  if (list->count == 0) return wb_fail(err, WB_ERR_USAGE, "there is no submission in the run");
  if (file != NULL && wb_archive_check_name(file, NULL) == WB_OK)
    return wb_archive_write(list, &target, &bytes, err);
  if (list->count == 1) return write_whole(file, &list->items[0], err);
  return wb_fail(err, WB_ERR_USAGE,
                 "the run has %zu submissions, and %s is for one of them: let FILE be an archive, "
                 "as all.zip, which has a folder for each",
                 list->count, word);
}

static enum wb_status export_each(const struct wb_export_order *order,
                                  const struct wb_export_format *format, const char *file,
                                  bool overwrites, struct wb_error *err) {
  struct wb_gradebook book = {0};
  struct wb_archive_list list = {0};
  enum wb_status status = wb_gradebook_make(&book, order->run, order->records, &order->rules, err);
  if (status == WB_OK) status = wb_export_each(order, format, &book, &list, err);
  if (status == WB_OK) status = write_list_of_files(format->name, file, overwrites, &list, err);
  wb_archive_list_release(&list);
  wb_gradebook_release(&book);
  return status;
}

enum wb_status wb_export_run(const struct wb_export_order *order,
                             const struct wb_export_format *format, const char *file,
                             bool overwrites, struct wb_roster_report *report,
                             struct wb_error *err) {
  char *path = NULL;
  int fd = STDOUT_FILENO;
  *report = (struct wb_roster_report){0};
  enum wb_status status = check_order(order, format, file, overwrites, err);
  if (status == WB_OK && is_for_streams(format, file))
    return write_streams(order, file, overwrites, err);
  if (status == WB_OK && format->each != NULL)
    return export_each(order, format, file, overwrites, err);
  if (status == WB_OK && file != NULL) status = open_temporary(file, &path, &fd, err);
  if (status == WB_OK) status = write_book(order, format, fd, report, err);
  if (path != NULL && fd >= 0) status = close_temporary(file, path, fd, status, err);
  free(path);
  return status;
}
