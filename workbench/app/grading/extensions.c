#include "grading/extensions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/nearest.h"
#include "base/str.h"
#include "base/timestamp.h"
#include "grading/csv.h"

enum column { ID, ASSIGNMENT, DUE, REASON, COLUMNS };
static const char *const column_names[COLUMNS] = {"id", "assignment", "due", "reason"};

enum { FILE_BYTES_MAX = 16 << 20, ABSENT = -1 };

/* The file while it is read. */
struct reading {
  struct wb_csv csv;
  struct wb_csv_record record;
  int places[COLUMNS]; /* in each record; ABSENT: the file has no such column */
  size_t n_columns;
  const struct wb_assignment *assignments;
  size_t n_assignments;
  struct wb_extensions *extensions;
  struct wb_error *err;
};

static enum wb_status fail_at(const struct reading *in, size_t line, const char *column,
                              const char *message) {
  char where[WB_ERROR_WHERE_MAX];
  snprintf(where, sizeof where, "%s:%zu%s%s", in->csv.name, line, column != NULL ? ": " : "",
           column != NULL ? column : "");
  return wb_fail_at(in->err, WB_ERR_USAGE, where, "%s", message);
}

static enum wb_status fail_here(const struct reading *in, const char *column, const char *message) {
  return fail_at(in, in->record.line, column, message);
}

/* Takes the message over. */
static enum wb_status fail_with(const struct reading *in, const char *column, char *message) {
  const enum wb_status status = fail_here(in, column, message);
  free(message);
  return status;
}

/* A cell's text without blanks at its ends; the caller frees. */
static char *text_of(const struct reading *in, size_t cell) {
  struct wb_str text;
  wb_str_init(&text);
  if (cell < in->record.n_cells) wb_csv_value(&in->csv, in->record.cells[cell], &text);
  const size_t first = strspn(text.data, " \t");
  size_t end = text.length;
  while (end > first && strchr(" \t", text.data[end - 1]) != NULL) end--;
  char *trimmed = wb_strndup(text.data + first, end - first);
  wb_str_release(&text);
  return trimmed;
}

static char *text_in_column(const struct reading *in, enum column column) {
  return in->places[column] != ABSENT ? text_of(in, (size_t)in->places[column]) : wb_strdup("");
}

/* ---- the header ------------------------------------------------------------------------- */

static enum wb_status read_name(struct reading *in, size_t cell) {
  char *name = text_of(in, cell);
  int column = ABSENT;
  enum wb_status status = WB_OK;
  for (int i = 0; i < COLUMNS; i++)
    if (strcmp(name, column_names[i]) == 0) column = i;
  if (column == ABSENT)
    status = fail_with(in, NULL,
                       wb_format("the first line names a column '%.80s'; it must be "
                                 "id,assignment,due,reason",
                                 name));
  else if (in->places[column] != ABSENT)
    status = fail_with(in, NULL, wb_format("the first line names the column %s twice", name));
  else
    in->places[column] = (int)cell;
  free(name);
  return status;
}

static enum wb_status read_header(struct reading *in) {
  bool got = false;
  enum wb_status status = wb_csv_next(&in->csv, &in->record, &got, in->err);
  for (int i = 0; i < COLUMNS; i++) in->places[i] = ABSENT;
  if (status == WB_OK && !got) {
    in->record.line = 1;
    return fail_here(in, NULL, "is empty; its first line must be id,assignment,due,reason");
  }
  in->n_columns = in->record.n_cells;
  for (size_t i = 0; i < in->n_columns && status == WB_OK; i++) status = read_name(in, i);
  for (int i = 0; i < REASON && status == WB_OK; i++)
    if (in->places[i] == ABSENT)
      status = fail_with(in, NULL,
                         wb_format("the first line lacks the column %s; it must be "
                                   "id,assignment,due,reason",
                                   column_names[i]));
  return status;
}

/* ---- rows ------------------------------------------------------------------------------- */

static enum wb_status check_assignment(const struct reading *in, const char *name) {
  const char *names[WB_ASSIGNMENTS_MAX];
  if (wb_assignment_named(in->assignments, in->n_assignments, name) != NULL) return WB_OK;
  for (size_t i = 0; i < in->n_assignments; i++) names[i] = in->assignments[i].name;
  const char *near = wb_nearest(name, names, in->n_assignments);
  return fail_with(in, column_names[ASSIGNMENT],
                   wb_format("the course has no assignment '%.80s'%s%s%s", name,
                             near != NULL ? "; did you mean '" : "", near != NULL ? near : "",
                             near != NULL ? "'?" : ""));
}

static enum wb_status check_due(const struct reading *in, struct wb_extension *extension) {
  const char *fault;
  extension->excused = strcmp(extension->due_text, "excused") == 0;
  if (extension->excused || wb_timestamp_parse(extension->due_text, &extension->due, &fault))
    return WB_OK;
  return fail_with(
      in, column_names[DUE],
      wb_format("'%.80s' %s; who need not hand it in is \"excused\"", extension->due_text, fault));
}

static enum wb_status check_row(const struct reading *in, struct wb_extension *extension) {
  if (in->record.n_cells > in->n_columns)
    return fail_here(in, NULL, "has more cells than columns; a reason with a comma needs quotes");
  if (extension->id[0] == '\0') return fail_here(in, column_names[ID], "is empty");
  enum wb_status status = check_assignment(in, extension->assignment);
  return status == WB_OK ? check_due(in, extension) : status;
}

static void release_extension(struct wb_extension *extension) {
  free(extension->id);
  free(extension->assignment);
  free(extension->due_text);
  free(extension->reason);
}

/* A line with nothing in it is none. */
static enum wb_status read_row(struct reading *in) {
  struct wb_extensions *all = in->extensions;
  if (in->record.n_cells == 1 && in->record.cells[0].length == 0) return WB_OK;
  struct wb_extension extension = {.id = text_in_column(in, ID),
                                   .assignment = text_in_column(in, ASSIGNMENT),
                                   .due_text = text_in_column(in, DUE),
                                   .reason = text_in_column(in, REASON),
                                   .line = in->record.line};
  const enum wb_status status = check_row(in, &extension);
  if (status != WB_OK) {
    release_extension(&extension);
  } else {
    all->items = wb_grow(all->items, &all->capacity, all->count + 1, sizeof *all->items);
    all->items[all->count++] = extension;
  }
  return status;
}

/* ---- order ------------------------------------------------------------------------------ */

/* Of a person and an assignment. */
static int compare_keys(const void *a, const void *b) {
  const struct wb_extension *left = a, *right = b;
  const int ids = strcmp(left->id, right->id);
  return ids != 0 ? ids : strcmp(left->assignment, right->assignment);
}

static int compare_rows(const void *a, const void *b) {
  const struct wb_extension *left = a, *right = b;
  const int keys = compare_keys(a, b);
  if (keys != 0 || left->line == right->line) return keys;
  return left->line < right->line ? -1 : 1;
}

/* Sorts them, for wb_extension_of. Nobody is to guess which of two rows counts. */
static enum wb_status sort_rows(const struct reading *in) {
  struct wb_extension *items = in->extensions->items;
  const size_t count = in->extensions->count;
  enum wb_status status = WB_OK;
  if (count > 1) qsort(items, count, sizeof *items, compare_rows);
  for (size_t i = 1; i < count && status == WB_OK; i++) {
    if (compare_keys(&items[i - 1], &items[i]) != 0) continue;
    char *message = wb_format("'%.80s' has another row for %s, on line %zu", items[i].id,
                              items[i].assignment, items[i - 1].line);
    status = fail_at(in, items[i].line, column_names[ID], message);
    free(message);
  }
  return status;
}

/* ---- the file --------------------------------------------------------------------------- */

enum wb_status wb_extensions_read(const char *path, const struct wb_assignment *assignments,
                                  size_t n_assignments, struct wb_extensions *extensions,
                                  struct wb_error *err) {
  struct wb_str bytes;
  struct reading in = {.assignments = assignments,
                       .n_assignments = n_assignments,
                       .extensions = extensions,
                       .err = err};
  bool got = true;
  *extensions = (struct wb_extensions){0};
  wb_str_init(&bytes);
  enum wb_status status = wb_file_read(path, FILE_BYTES_MAX, &bytes, err);
  if (status == WB_OK) status = wb_csv_open(&in.csv, path, bytes.data, bytes.length, err);
  if (status == WB_OK) status = read_header(&in);
  while (status == WB_OK && got) {
    status = wb_csv_next(&in.csv, &in.record, &got, err);
    if (status == WB_OK && got) status = read_row(&in);
  }
  if (status == WB_OK) status = sort_rows(&in);
  wb_csv_record_release(&in.record);
  wb_str_release(&bytes);
  return status;
}

void wb_extensions_release(struct wb_extensions *extensions) {
  for (size_t i = 0; i < extensions->count; i++) release_extension(&extensions->items[i]);
  free(extensions->items);
  *extensions = (struct wb_extensions){0};
}

const struct wb_extension *wb_extension_of(const struct wb_extensions *extensions, const char *id,
                                           const char *assignment) {
  const struct wb_extension wanted = {.id = (char *)(uintptr_t)id,
                                      .assignment = (char *)(uintptr_t)assignment};
  if (extensions->count == 0) return NULL;
  return bsearch(&wanted, extensions->items, extensions->count, sizeof *extensions->items,
                 compare_keys);
}
