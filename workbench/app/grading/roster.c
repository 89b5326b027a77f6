#include "grading/roster.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clean.h"
#include "base/utf8.h"
#include "grading/csv.h"
#include "grading/roster_platform.h"
#include "text/html.h"

static const struct wb_word note_words[] = {
    [WB_ROSTER_NO_SUBMISSION] = {"no-submission", "rows without a submission"},
    [WB_ROSTER_NO_ROW] = {"no-row", "submissions without a row"},
    [WB_ROSTER_AMBIGUOUS] = {"ambiguous", "ids that several rows have"},
    [WB_ROSTER_CLAIMED_TWICE] = {"claimed-twice", "rows that several submissions are for"},
    [WB_ROSTER_OVERWRITTEN] = {"overwritten", "cells that had something else"},
    [WB_ROSTER_NOT_GRADED] = {"not-graded", "submissions without points"},
    [WB_ROSTER_EXCUSED] = {"excused", "excused people that the platform has no word for"},
    [WB_ROSTER_OVER_MAXIMUM] = {"over-maximum", "points over the file's maximum"},
    [WB_ROSTER_OTHER_MAXIMUM] = {"other-maximum", "a maximum that is not the assignment's"},
    [WB_ROSTER_NO_FEEDBACK] = {"no-feedback", "feedback without a column"},
};
const struct wb_words wb_roster_note_kinds = WB_WORDS(note_words);

/* A row of the roster that is about a person. */
struct person {
  size_t line;
  size_t claim;   /* index of the grade; SIZE_MAX: none */
  size_t rival;   /* of another grade that claims it; SIZE_MAX: none */
  bool ambiguous; /* an id that others have, too, was handed in */
};

/* An id of a person, as ids are compared. */
struct key {
  char *text;
  size_t person;
};

struct filling {
  const struct wb_roster_request *request;
  const struct roster_platform *platform;
  const struct wb_grade_row *rows;
  size_t n_rows;
  struct wb_csv csv;
  struct roster_columns columns;
  struct wb_csv_record record; /* that is looked at */
  struct person *people;
  size_t n_people, people_capacity;
  struct key *keys;
  size_t n_keys, keys_capacity;
  size_t n_commas, n_points; /* decimal marks in the file */
  double item_maximum;       /* of the row that has it; NAN: none */
  bool said_maximum;
  size_t copied; /* bytes of the file that the output has */
  struct wb_str *out;
  struct wb_roster_report *report;
};

/* ---- notes ------------------------------------------------------------------------ */

static void add_note(struct filling *f, enum wb_roster_note_kind kind, size_t line, size_t row,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));

static void add_note(struct filling *f, enum wb_roster_note_kind kind, size_t line, size_t row,
                     const char *format, ...) {
  struct wb_roster_report *report = f->report;
  struct wb_str text, clean;
  va_list args;
  wb_str_init(&text);
  wb_str_init(&clean);
  if (line > 0) wb_str_addf(&text, "line %zu: ", line);
  va_start(args, format);
  wb_str_vaddf(&text, format, args);
  va_end(args);
  wb_clean_text(&clean, text.data, text.length);
  wb_str_release(&text);
  report->notes =
      wb_grow(report->notes, &report->capacity, report->n_notes + 1, sizeof *report->notes);
  report->notes[report->n_notes++] =
      (struct wb_roster_note){kind, line, row, wb_str_detach(&clean)};
  report->counts[kind]++;
}

void wb_roster_report_release(struct wb_roster_report *report) {
  for (size_t i = 0; i < report->n_notes; i++) free(report->notes[i].text);
  free(report->notes);
  *report = (struct wb_roster_report){0};
}

/* What a submission is called in notes. */
static const char *label_of(const struct wb_grade_row *row) {
  if (row->name != NULL) return row->name;
  return row->n_ids > 0 ? row->ids[0] : "a submission without an id";
}

/* ---- cells and ids ---------------------------------------------------------------- */

/* A cell's text, without blanks around it; "" where the row is too short. The caller frees. */
static char *cell_text(const struct filling *f, size_t column) {
  struct wb_str text;
  wb_str_init(&text);
  if (column < f->record.n_cells) wb_csv_value(&f->csv, f->record.cells[column], &text);
  while (text.length > 0 && text.data[text.length - 1] == ' ') text.length--;
  const size_t blanks = strspn(text.data, " ");
  char *trimmed =
      blanks < text.length ? wb_strndup(text.data + blanks, text.length - blanks) : wb_strdup("");
  wb_str_release(&text);
  return trimmed;
}

/* An id as ids are compared: without blanks and the platform's mark, small letters of ASCII. */
static char *normal_id(const struct filling *f, const char *id) {
  id += strspn(id, " ");
  if (f->platform->id_mark != 0 && *id == f->platform->id_mark) id++;
  size_t length = strlen(id);
  while (length > 0 && id[length - 1] == ' ') length--;
  char *normal = wb_strndup(id, length);
  for (char *c = normal; *c != '\0'; c++)
    if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
  return normal;
}

static char *id_of_column(const struct filling *f, size_t column) {
  char *text = cell_text(f, column), *id = text;
  if (column == f->columns.identifier) {
    id += strlen(text);
    while (id > text && id[-1] >= '0' && id[-1] <= '9') id--;
  }
  char *normal = normal_id(f, id);
  free(text);
  return normal;
}

/* The person's name in the roster, "Lovelace, Ada" of two columns; the first id of one without. */
static char *name_of_person(const struct filling *f) {
  struct wb_str name;
  wb_str_init(&name);
  for (size_t i = 0; i < f->columns.n_names; i++) {
    char *text = cell_text(f, f->columns.names[i]);
    if (*text != '\0') wb_str_addf(&name, "%s%s", name.length > 0 ? ", " : "", text);
    free(text);
  }
  for (size_t i = 0; i < f->columns.n_ids && name.length == 0; i++) {
    char *text = cell_text(f, f->columns.ids[i]);
    wb_str_add(&name, text);
    free(text);
  }
  return wb_str_detach(&name);
}

static bool has_maximum_row_mark(const struct filling *f) {
  if (f->platform->maximum_row == NULL) return false;
  char *first = cell_text(f, 0);
  const bool has = strstr(first, f->platform->maximum_row) != NULL;
  free(first);
  return has;
}

/* Whether the row is about anybody: it has a name or an id. */
static bool is_person(const struct filling *f) {
  char *name = name_of_person(f);
  const bool is = *name != '\0' && !has_maximum_row_mark(f);
  free(name);
  return is;
}

/* ---- the people of the file ------------------------------------------------------- */

static void count_decimal_mark(struct filling *f, size_t column) {
  char *text = cell_text(f, column);
  if (!isnan(roster_number(text))) {
    f->n_commas += strchr(text, ',') != NULL;
    f->n_points += strchr(text, '.') != NULL;
  }
  free(text);
}

/* The row with the most points of each column. What stands there in the column of a sum, "(read
 * only)" in the language of the site, is no number. */
static enum wb_status read_maximum_row(struct filling *f, struct wb_error *err) {
  char *text = cell_text(f, f->columns.grade);
  enum wb_status status = WB_OK;
  for (size_t i = 0; i < f->record.n_cells; i++) count_decimal_mark(f, i);
  f->item_maximum = roster_number(text);
  if (*text == '(')
    status = wb_fail_at(err, WB_ERR_USAGE, f->csv.name,
                        "the column \"%s\" is one that %s computes: choose another with --column",
                        f->columns.grade_heading, f->platform->title);
  free(text);
  return status;
}

static void add_person(struct filling *f) {
  const size_t person = f->n_people++;
  f->people = wb_grow(f->people, &f->people_capacity, f->n_people, sizeof *f->people);
  f->people[person] = (struct person){.line = f->record.line, .claim = SIZE_MAX, .rival = SIZE_MAX};
  for (size_t i = 0; i < f->columns.n_ids; i++) {
    char *id = id_of_column(f, f->columns.ids[i]);
    if (*id == '\0') {
      free(id);
      continue;
    }
    f->keys = wb_grow(f->keys, &f->keys_capacity, f->n_keys + 1, sizeof *f->keys);
    f->keys[f->n_keys++] = (struct key){id, person};
  }
  count_decimal_mark(f, f->columns.grade);
  if (f->columns.maximum != SIZE_MAX) count_decimal_mark(f, f->columns.maximum);
}

/* A cell too many is a separator without quotes: whatever follows it is in the wrong column. */
static enum wb_status check_width(const struct filling *f, struct wb_error *err) {
  if (f->record.n_cells <= f->columns.count) return WB_OK;
  char *where = wb_format("%s:%zu", f->csv.name, f->record.line);
  const enum wb_status status =
      wb_fail_at(err, WB_ERR_USAGE, where,
                 "this row has %zu cells, and the heading %zu: a cell with a separator in it needs "
                 "quotes",
                 f->record.n_cells, f->columns.count);
  free(where);
  return status;
}

static int compare_keys(const void *a, const void *b) {
  const struct key *x = a, *y = b;
  const int order = strcmp(x->text, y->text);
  return order != 0 ? order : (x->person > y->person) - (x->person < y->person);
}

/* The next record below the heading; *person says whether it is about one. */
static enum wb_status next_row(struct filling *f, bool *got, bool *person, struct wb_error *err) {
  enum wb_status status = WB_OK;
  if (f->csv.records == 0) status = wb_csv_next(&f->csv, &f->record, got, err);
  if (status == WB_OK) status = wb_csv_next(&f->csv, &f->record, got, err);
  *person = status == WB_OK && *got && is_person(f);
  return status;
}

static enum wb_status read_people(struct filling *f, struct wb_error *err) {
  bool got = true, person;
  enum wb_status status = WB_OK;
  while (status == WB_OK && got) {
    status = next_row(f, &got, &person, err);
    if (status == WB_OK && person) status = check_width(f, err);
    if (status != WB_OK || !got) continue;
    if (person) add_person(f);
    if (has_maximum_row_mark(f)) status = read_maximum_row(f, err);
  }
  if (f->n_keys > 0) qsort(f->keys, f->n_keys, sizeof *f->keys, compare_keys);
  f->report->people = f->n_people;
  wb_csv_rewind(&f->csv);
  return status;
}

/* ---- whose grade is whose --------------------------------------------------------- */

/* The first of the keys with the id of a submission; their number in *count. A person may be there
 * twice, by two columns. */
static const struct key *find_keys(const struct filling *f, const char *id, size_t *count) {
  char *normal = normal_id(f, id);
  size_t low = 0, high = f->n_keys;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (strcmp(f->keys[middle].text, normal) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  *count = 0;
  while (*normal != '\0' && low + *count < f->n_keys &&
         strcmp(f->keys[low + *count].text, normal) == 0)
    ++*count;
  free(normal);
  return f->keys + low;
}

static bool is_one_person(const struct key *keys, size_t count) {
  return count > 0 && keys[0].person == keys[count - 1].person;
}

static void claim_people(struct filling *f) {
  for (size_t row = 0; row < f->n_rows; row++) {
    for (size_t i = 0; i < f->rows[row].n_ids; i++) {
      size_t count;
      const struct key *keys = find_keys(f, f->rows[row].ids[i], &count);
      const bool one = is_one_person(keys, count);
      for (size_t k = 0; k < count; k++) {
        struct person *person = &f->people[keys[k].person];
        if (!one) {
          person->ambiguous = true;
        } else if (person->claim == SIZE_MAX || person->claim == row) {
          person->claim = row;
        } else {
          person->rival = row;
        }
      }
    }
  }
}

static void note_ambiguous(struct filling *f, size_t row, const char *id, const struct key *keys,
                           size_t count) {
  struct wb_str lines;
  wb_str_init(&lines);
  for (size_t k = 0; k < count; k++)
    if (k == 0 || keys[k].person != keys[k - 1].person)
      wb_str_addf(&lines, "%s%zu", k > 0 ? ", " : "", f->people[keys[k].person].line);
  add_note(f, WB_ROSTER_AMBIGUOUS, 0, row,
           "%s: several rows have the id %s (lines %s): none is "
           "filled",
           label_of(&f->rows[row]), id, lines.data);
  wb_str_release(&lines);
}

/* What the submissions have that the file has not. */
static void note_submissions(struct filling *f) {
  for (size_t row = 0; row < f->n_rows; row++) {
    const struct wb_grade_row *grade = &f->rows[row];
    if (grade->n_ids == 0)
      add_note(f, WB_ROSTER_NO_ROW, 0, row, "%s: there is no id to find a row by", label_of(grade));
    for (size_t i = 0; i < grade->n_ids; i++) {
      size_t count;
      const struct key *keys = find_keys(f, grade->ids[i], &count);
      if (count == 0)
        add_note(f, WB_ROSTER_NO_ROW, 0, row, "%s: no row has the id %s", label_of(grade),
                 grade->ids[i]);
      else if (!is_one_person(keys, count))
        note_ambiguous(f, row, grade->ids[i], keys, count);
    }
  }
}

/* ---- filling ---------------------------------------------------------------------- */

/* The text that goes into a column; NULL: the cell stays. */
struct new_cell {
  size_t column;
  char *text; /* UTF-8, with quotes */
};

static void copy_to(struct filling *f, size_t place) {
  wb_str_add_bytes(f->out, f->csv.bytes + f->copied, place - f->copied);
  f->copied = place;
}

/* Puts the cell into the output. `width` is how many cells the row has there; one that is too
 * short, since a spreadsheet left out empty cells at its end, gets what it lacks. */
static enum wb_status put_cell(struct filling *f, const struct new_cell *cell, size_t *width,
                               const char *whose, struct wb_error *err) {
  const struct wb_csv_cell *cells = f->record.cells;
  const bool there = cell->column < f->record.n_cells;
  const struct wb_csv_cell *place = &cells[there ? cell->column : f->record.n_cells - 1];
  unsigned lacking;
  if (there) {
    copy_to(f, place->start);
    f->copied = place->start + place->length;
  } else {
    if (f->copied < place->start + place->length) copy_to(f, place->start + place->length);
    for (; *width <= cell->column; ++*width) wb_str_add_char(f->out, f->csv.separator);
  }
  if (wb_csv_encode(&f->csv, cell->text, f->out, &lacking)) return WB_OK;
  char *where = wb_format("%s:%zu", f->csv.name, f->record.line);
  const enum wb_status status = wb_fail_at(
      err, WB_ERR_USAGE, where,
      "the file is in Windows-1252, which lacks the character U+%04X of the feedback for %s: "
      "export the file as UTF-8",
      lacking, whose);
  free(where);
  return status;
}

static char *number_cell(const struct filling *f, double points) {
  struct wb_str text;
  struct wb_csv_writer writer = {.out = &text,
                                 .separator = f->csv.separator,
                                 .decimal_mark = f->n_commas > f->n_points ? ',' : '.'};
  wb_str_init(&text);
  wb_csv_add_number(&writer, points);
  return wb_str_detach(&text);
}

static char *text_cell(const struct filling *f, const char *text) {
  struct wb_str cell;
  struct wb_csv_writer writer = {.out = &cell, .separator = f->csv.separator};
  wb_str_init(&cell);
  wb_csv_add_text(&writer, text);
  return wb_str_detach(&cell);
}

/* The number that a cell of ours says. */
static double number_in_cell(const char *cell) {
  char *bare = wb_strndup(cell + (*cell == '"'), strcspn(cell + (*cell == '"'), "\""));
  const double number = roster_number(bare);
  free(bare);
  return number;
}

/* The grade's cell, or NULL where it stays as it is; notes why. */
static char *grade_cell(struct filling *f, const struct person *person, const char *name) {
  const struct wb_grade_row *row = &f->rows[person->claim];
  char *old = cell_text(f, f->columns.grade), *cell = NULL;
  bool same;
  if (row->excused && f->platform->excused == NULL) {
    add_note(f, WB_ROSTER_EXCUSED, person->line, person->claim,
             "%s is excused, which %s's file has no word for: the row stays as it was", name,
             f->platform->title);
  } else if (!row->excused && !row->has_points) {
    add_note(f, WB_ROSTER_NOT_GRADED, person->line, person->claim,
             "%s has no points yet: the row stays as it was", name);
  } else {
    cell = row->excused ? text_cell(f, f->platform->excused) : number_cell(f, row->points);
    same = row->excused ? strcasecmp(old, f->platform->excused) == 0
                        : fabs(roster_number(old) - number_in_cell(cell)) < 1e-9;
    f->report->filled++;
    if (!same && *old != '\0' && strcmp(old, "-") != 0)
      add_note(f, WB_ROSTER_OVERWRITTEN, person->line, person->claim, "%s had the grade %s, now %s",
               name, old, cell);
    if (same) {
      free(cell);
      cell = NULL;
    }
  }
  free(old);
  return cell;
}

/* Feedback as the platform takes it. A backslash of HTML is written as a reference: Moodle's reader
 * takes one before a quote for an escape, and with it the rest of the file. */
static char *feedback_text(const struct filling *f, const char *feedback) {
  struct wb_str html, text;
  wb_str_init(&html);
  wb_str_init(&text);
  if (f->platform->html_feedback)
    wb_html_text(&html, feedback);
  else
    wb_clean_text(&html, feedback, strlen(feedback));
  for (const char *c = html.data; *c != '\0'; c++) {
    if (f->platform->html_feedback && *c == '\n')
      wb_str_add(&text, "<br>");
    else if (f->platform->html_feedback && *c == '\\')
      wb_str_add(&text, "&#92;");
    else
      wb_str_add_char(&text, *c);
  }
  wb_str_release(&html);
  return wb_str_detach(&text);
}

static char *feedback_cell(struct filling *f, const struct person *person, const char *name) {
  const struct wb_grade_row *row = &f->rows[person->claim];
  struct wb_str old;
  if (row->feedback == NULL || f->columns.feedback == SIZE_MAX) return NULL;
  char *text = feedback_text(f, row->feedback), *cell = text_cell(f, text);
  char *said = cell_text(f, f->columns.feedback); /* "" also of a cell of two quotes */
  wb_str_init(&old);
  if (f->columns.feedback < f->record.n_cells) {
    const struct wb_csv_cell *place = &f->record.cells[f->columns.feedback];
    wb_str_add_bytes(&old, f->csv.bytes + place->start, place->length);
  }
  if (strcmp(old.data, cell) == 0) {
    free(cell);
    cell = NULL;
  } else if (*said != '\0') {
    add_note(f, WB_ROSTER_OVERWRITTEN, person->line, person->claim,
             "%s had other feedback, which is replaced", name);
  }
  wb_str_release(&old);
  free(said);
  free(text);
  return cell;
}

static void note_maximum(struct filling *f, const struct person *person, const char *name) {
  const struct wb_grade_row *row = &f->rows[person->claim];
  double maximum = isnan(f->item_maximum) ? f->columns.heading_maximum : f->item_maximum;
  if (f->columns.maximum != SIZE_MAX) {
    char *text = cell_text(f, f->columns.maximum);
    maximum = roster_number(text);
    free(text);
  }
  if (isnan(maximum) || row->excused || !row->has_points) return;
  if (!f->said_maximum && row->most > 0 && fabs(row->most - maximum) > 1e-9) {
    add_note(f, WB_ROSTER_OTHER_MAXIMUM, person->line, SIZE_MAX,
             "the file's maximum is %g, and the assignment's %g: points are written as they are",
             maximum, row->most);
    f->said_maximum = true;
  }
  if (row->points > maximum + 1e-9)
    add_note(f, WB_ROSTER_OVER_MAXIMUM, person->line, person->claim, "%s has %g points of %g: %s",
             name, row->points, maximum, f->platform->over);
}

static enum wb_status fill_row(struct filling *f, const struct person *person, const char *name,
                               struct wb_error *err) {
  struct new_cell cells[2] = {{f->columns.grade, grade_cell(f, person, name)},
                              {f->columns.feedback, feedback_cell(f, person, name)}};
  size_t width = f->record.n_cells;
  enum wb_status status = WB_OK;
  note_maximum(f, person, name);
  const bool turned = f->columns.feedback < f->columns.grade;
  for (size_t i = 0; i < 2 && status == WB_OK; i++) {
    const struct new_cell *cell = &cells[turned ? 1 - i : i];
    if (cell->text != NULL) status = put_cell(f, cell, &width, name, err);
  }
  free(cells[0].text);
  free(cells[1].text);
  return status;
}

/* A row of a person: filled, or said why not. */
static enum wb_status visit_person(struct filling *f, const struct person *person,
                                   struct wb_error *err) {
  char *name = name_of_person(f);
  enum wb_status status = WB_OK;
  const bool nobody =
      f->platform->test_person != NULL && strcmp(name, f->platform->test_person) == 0;
  const bool contested = person->rival != SIZE_MAX;
  if (contested && f->rows[person->rival].excused)
    add_note(f, WB_ROSTER_CLAIMED_TWICE, person->line, person->claim,
             "%s: there is a submission by %s, and the extensions excuse %s: the row stays as it "
             "was; name one id in both",
             name, f->rows[person->claim].ids[0], f->rows[person->rival].ids[0]);
  else if (contested)
    add_note(f, WB_ROSTER_CLAIMED_TWICE, person->line, person->claim,
             "%s: several submissions are for this row: it stays as it was", name);
  else if (person->claim != SIZE_MAX)
    status = fill_row(f, person, name, err);
  else if (!person->ambiguous && !nobody)
    add_note(f, WB_ROSTER_NO_SUBMISSION, person->line, SIZE_MAX, "%s handed in nothing", name);
  free(name);
  return status;
}

static enum wb_status write_people(struct filling *f, struct wb_error *err) {
  bool got = true, person;
  enum wb_status status = WB_OK;
  size_t next = 0;
  while (status == WB_OK && got) {
    status = next_row(f, &got, &person, err);
    if (status == WB_OK && person) status = visit_person(f, &f->people[next++], err);
  }
  if (status == WB_OK) copy_to(f, f->csv.length);
  return status;
}

/* Platforms whose files have feedback: what is to be said if this one has none. */
static void note_feedback(struct filling *f) {
  bool any = false;
  for (size_t i = 0; i < f->n_rows; i++) any = any || f->rows[i].feedback != NULL;
  if (any && f->platform->html_feedback && f->columns.feedback == SIZE_MAX)
    add_note(f, WB_ROSTER_NO_FEEDBACK, 0, SIZE_MAX,
             "the file has no column that is known to be for feedback: none is written");
}

enum wb_status wb_roster_fill(const struct wb_roster_request *request, const char *bytes,
                              size_t length, const struct wb_grade_row *rows, size_t n_rows,
                              struct wb_str *out, struct wb_roster_report *report,
                              struct wb_error *err) {
  struct wb_str filled;
  struct filling f = {.request = request,
                      .platform = roster_platform_find(request->platform),
                      .rows = rows,
                      .n_rows = n_rows,
                      .item_maximum = NAN,
                      .out = &filled,
                      .report = report};
  wb_str_init(&filled);
  enum wb_status status = wb_csv_open(&f.csv, request->file, bytes, length, err);
  if (status == WB_OK) status = roster_columns_find(request, &f.csv, &f.columns, err);
  if (status == WB_OK) status = read_people(&f, err);
  if (status != WB_OK) goto out;
  claim_people(&f);
  status = write_people(&f, err);
  if (status != WB_OK) goto out;
  note_submissions(&f);
  note_feedback(&f);
  wb_str_add_bytes(out, filled.data, filled.length);
out:
  for (size_t i = 0; i < f.n_keys; i++) free(f.keys[i].text);
  free(f.keys);
  free(f.people);
  wb_csv_record_release(&f.record);
  roster_columns_release(&f.columns);
  wb_str_release(&filled);
  return status;
}
