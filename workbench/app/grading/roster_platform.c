#include "grading/roster_platform.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clean.h"
#include "base/file.h"

/* ---- the table -------------------------------------------------------------------- */

/* Moodle's headings are in the language of the site. Languages that are not here are served by
 * --column; the identifier needs no name. */
static const struct roster_heading moodle_headings[] = {
    {"Full name", ROSTER_FULL_NAME},
    {"Vollständiger Name", ROSTER_FULL_NAME},
    {"Nom complet", ROSTER_FULL_NAME},
    {"Nombre completo", ROSTER_FULL_NAME},
    {"Nome completo", ROSTER_FULL_NAME},
    {"Volledige naam", ROSTER_FULL_NAME},
    {"ID number", ROSTER_ID},
    {"ID-Nummer", ROSTER_ID},
    {"Numéro d’identification", ROSTER_ID},
    {"Numéro d'identification", ROSTER_ID},
    {"Número de ID", ROSTER_ID},
    {"Número de identificação", ROSTER_ID},
    {"Email address", ROSTER_ID},
    {"E-Mail-Adresse", ROSTER_ID},
    {"Adresse de courriel", ROSTER_ID},
    {"Dirección de correo", ROSTER_ID},
    {"Endereço de email", ROSTER_ID},
    {"Indirizzo email", ROSTER_ID},
    {"E-mailadres", ROSTER_ID},
    {"Grade", ROSTER_GRADE},
    {"Bewertung", ROSTER_GRADE},
    {"Note", ROSTER_GRADE},
    {"Calificación", ROSTER_GRADE},
    {"Nota", ROSTER_GRADE},
    {"Valutazione", ROSTER_GRADE},
    {"Cijfer", ROSTER_GRADE},
    {"Qualificació", ROSTER_GRADE},
    {"Cualificación", ROSTER_GRADE},
    {"Kalifikazioa", ROSTER_GRADE},
    {"Betyg", ROSTER_GRADE},
    {"Karakter", ROSTER_GRADE},
    {"Arvosana", ROSTER_GRADE},
    {"Ocena", ROSTER_GRADE},
    {"Známka", ROSTER_GRADE},
    {"Оценка", ROSTER_GRADE},
    {"Оцінка", ROSTER_GRADE},
    {"評定", ROSTER_GRADE},
    {"評点", ROSTER_GRADE},
    {"成绩", ROSTER_GRADE},
    {"Maximum grade", ROSTER_MAXIMUM},
    {"Bestwertung", ROSTER_MAXIMUM},
    {"Note maximale", ROSTER_MAXIMUM},
    {"Calificación máxima", ROSTER_MAXIMUM},
    {"Nota máxima", ROSTER_MAXIMUM},
    {"Voto massimo", ROSTER_MAXIMUM},
    {"Maximumcijfer", ROSTER_MAXIMUM},
    {"Cualificación máxima", ROSTER_MAXIMUM},
    {"Maksymalna ocena", ROSTER_MAXIMUM},
    {"Максимальная оценка", ROSTER_MAXIMUM},
    {"Feedback comments", ROSTER_FEEDBACK},
    {"Feedback als Kommentar", ROSTER_FEEDBACK},
    {"Feedback par commentaires", ROSTER_FEEDBACK},
    {"Comentarios de retroalimentación", ROSTER_FEEDBACK},
    {"Comentários de feedback", ROSTER_FEEDBACK},
};

static const struct roster_heading canvas_headings[] = {
    {"Student", ROSTER_NAME},      {"LastName", ROSTER_NAME},
    {"FirstName", ROSTER_NAME},    {"ID", ROSTER_ID},
    {"SIS User ID", ROSTER_ID},    {"SIS Login ID", ROSTER_ID},
    {"Integration ID", ROSTER_ID}, {"Root Account", ROSTER_OTHER},
    {"Section", ROSTER_OTHER},
};

static const struct roster_heading brightspace_headings[] = {
    {"OrgDefinedId", ROSTER_ID}, {"Username", ROSTER_ID}, {"Last Name", ROSTER_NAME},
    {"First Name", ROSTER_NAME}, {"Email", ROSTER_ID},    {"End-of-Line Indicator", ROSTER_OTHER},
};

static const struct roster_heading gradescope_headings[] = {
    {"First Name", ROSTER_NAME},
    {"Last Name", ROSTER_NAME},
    {"Name", ROSTER_NAME},
    {"SID", ROSTER_ID},
    {"Email", ROSTER_ID},
    {"Total Score", ROSTER_GRADE},
    {"Max Points", ROSTER_MAXIMUM},
    {"Sections", ROSTER_OTHER},
    {"Status", ROSTER_OTHER},
    {"Submission ID", ROSTER_OTHER},
    {"Submission Time", ROSTER_OTHER},
    {"Lateness (H:M:S)", ROSTER_OTHER},
    {"View Count", ROSTER_OTHER},
    {"Submission Count", ROSTER_OTHER},
};

#define HEADINGS(array) .headings = (array), .n_headings = sizeof(array) / sizeof(array)[0]

static const struct roster_platform platforms[] = {
    [WB_ROSTER_MOODLE] = {.title = "Moodle",
                          HEADINGS(moodle_headings),
                          .identifier = true,
                          .over = "Moodle refuses it",
                          .html_feedback = true},
    [WB_ROSTER_CANVAS] = {.title = "Canvas",
                          HEADINGS(canvas_headings),
                          .item_end = "",
                          .item_number = true,
                          .maximum_row = "Points Possible",
                          .test_person = "Student, Test",
                          .excused = "EX",
                          .over = "Canvas takes it as extra credit"},
    [WB_ROSTER_BRIGHTSPACE] = {.title = "Brightspace",
                               HEADINGS(brightspace_headings),
                               .id_mark = '#',
                               .item_end = " Points Grade",
                               .maximum_mark = "MaxPoints:",
                               .over = "Brightspace caps it"},
    [WB_ROSTER_GRADESCOPE] = {.title = "Gradescope",
                              HEADINGS(gradescope_headings),
                              .item_end = "",
                              .maximum_end = " - Max Points",
                              .over = "Gradescope's own files have such scores, too"},
};

static const struct wb_word platform_words[] = {
    [WB_ROSTER_MOODLE] = {"moodle", "Moodle's offline grading worksheet"},
    [WB_ROSTER_CANVAS] = {"canvas", "Canvas's gradebook"},
    [WB_ROSTER_BRIGHTSPACE] = {"brightspace", "Brightspace's grades"},
    [WB_ROSTER_GRADESCOPE] = {"gradescope-csv", "Gradescope's grades"},
};
const struct wb_words wb_roster_platforms = WB_WORDS(platform_words);

const struct roster_platform *roster_platform_find(enum wb_roster_platform platform) {
  return &platforms[platform];
}

/* ---- numbers ---------------------------------------------------------------------- */

double roster_number(const char *text) {
  char digits[32] = "";
  text += strspn(text, " ");
  const size_t length = strspn(text, "-0123456789.,");
  const char *rest = text + length + strspn(text + length, " ");
  if (*rest != '\0' || length >= sizeof digits) return NAN;
  memcpy(digits, text, length);
  char *mark = strpbrk(digits, ".,"), *end;
  if (mark != NULL) *mark = '.';
  const double number = strtod(digits, &end);
  return end > digits && *end == '\0' ? number : NAN;
}

/* ---- headings --------------------------------------------------------------------- */

/* The heading line, and which columns are what, as they are found. */
struct heading_line {
  const struct roster_platform *platform;
  struct wb_names names; /* trimmed, as UTF-8 */
};

static void read_headings(const struct wb_csv *csv, const struct wb_csv_record *record,
                          struct wb_names *names) {
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < record->n_cells; i++) {
    wb_str_clear(&text);
    wb_csv_value(csv, record->cells[i], &text);
    while (text.length > 0 && text.data[text.length - 1] == ' ') text.data[--text.length] = '\0';
    wb_names_add(names, text.data + strspn(text.data, " "));
  }
  wb_str_release(&text);
}

static const struct roster_heading *known_heading(const struct heading_line *line, size_t column) {
  for (size_t i = 0; i < line->platform->n_headings; i++)
    if (strcasecmp(line->platform->headings[i].text, line->names.items[column]) == 0)
      return &line->platform->headings[i];
  return NULL;
}

static bool has_role(const struct heading_line *line, size_t column, enum roster_role role) {
  const struct roster_heading *known = known_heading(line, column);
  return known != NULL && known->role == role;
}

/* `is_listed` says which columns may be the one that is looked for; NULL, or none: all are listed.
 */
static enum wb_status fail_with_list(const struct heading_line *line, const char *file,
                                     bool (*is_listed)(const struct heading_line *, size_t),
                                     struct wb_error *err, const char *what) {
  struct wb_str list, clean;
  wb_str_init(&list);
  wb_str_init(&clean);
  for (size_t i = 0; i < line->names.count; i++)
    if (is_listed == NULL || is_listed(line, i))
      wb_str_addf(&list, "%s\"%s\"", list.length > 0 ? ", " : "", line->names.items[i]);
  wb_clean_text(&clean, list.data, list.length);
  const bool is_short = is_listed != NULL && list.length > 0;
  const enum wb_status status =
      list.length == 0 && is_listed != NULL
          ? fail_with_list(line, file, NULL, err, what)
          : wb_fail_at(err, WB_ERR_USAGE, file, "%s; %s: %s", what,
                       is_short ? "candidates" : "its columns", clean.data);
  wb_str_release(&list);
  wb_str_release(&clean);
  return status;
}

/* How many bytes of a heading are the item's name; SIZE_MAX where it is no item's column. */
static size_t item_name_length(const struct heading_line *line, size_t column) {
  const char *text = line->names.items[column];
  const struct roster_platform *platform = line->platform;
  size_t length = strlen(text);
  if (platform->item_end == NULL || known_heading(line, column) != NULL) return SIZE_MAX;
  if (platform->item_end[0] != '\0') {
    const char *end = strstr(text, platform->item_end);
    return end != NULL ? (size_t)(end - text) : SIZE_MAX;
  }
  if (!platform->item_number || length < 3 || text[length - 1] != ')') return length;
  size_t at = length - 1;
  while (at > 0 && isdigit((unsigned char)text[at - 1])) at--;
  return at > 2 && at < length - 1 && text[at - 1] == '(' && text[at - 2] == ' ' ? at - 2 : length;
}

static bool is_item(const struct heading_line *line, size_t column, const char *item) {
  const size_t length = item_name_length(line, column);
  return length != SIZE_MAX && strlen(item) == length &&
         strncasecmp(line->names.items[column], item, length) == 0;
}

/* Ways to find a column to fill, the surest first. */
enum search { BY_HEADING, BY_ITEM_ASKED, BY_ITEM, BY_ROLE, SEARCH_COUNT };

static bool may_be_grade(const struct heading_line *line, size_t column) {
  const struct roster_heading *known = known_heading(line, column);
  return known == NULL
             ? line->platform->item_end == NULL || item_name_length(line, column) != SIZE_MAX
             : known->role == ROSTER_GRADE;
}

static bool is_found(const struct heading_line *line, size_t column, enum search search,
                     const struct wb_roster_request *request) {
  switch (search) {
    case BY_HEADING:
      return request->column != NULL && strcmp(line->names.items[column], request->column) == 0 &&
             may_be_grade(line, column);
    case BY_ITEM_ASKED:
      return request->column != NULL && is_item(line, column, request->column);
    case BY_ITEM:
      return request->column == NULL &&
             ((request->assignment != NULL && is_item(line, column, request->assignment)) ||
              (request->title != NULL && is_item(line, column, request->title)));
    default:
      return request->column == NULL && has_role(line, column, ROSTER_GRADE);
  }
}

static enum wb_status find_grade(const struct wb_roster_request *request,
                                 const struct heading_line *line, size_t *grade,
                                 struct wb_error *err) {
  size_t found = 0;
  for (enum search search = BY_HEADING; search < SEARCH_COUNT && found == 0; search++) {
    for (size_t i = 0; i < line->names.count; i++) {
      if (!is_found(line, i, search, request)) continue;
      *grade = i;
      found++;
    }
  }
  if (found == 1) return WB_OK;
  return fail_with_list(
      line, request->file, may_be_grade, err,
      found > 1 ? "several columns may be the one with the grades: say which "
                  "with --column"
      : request->column != NULL
          ? "no column for grades has the name given with --column"
          : "no column is surely the one with the grades: say which with --column");
}

static enum wb_status find_feedback(const struct wb_roster_request *request,
                                    const struct heading_line *line, size_t grade, size_t *feedback,
                                    struct wb_error *err) {
  const char *wanted = request->feedback_column;
  size_t found = 0;
  for (size_t i = 0; i < line->names.count; i++) {
    const struct roster_heading *known = known_heading(line, i);
    const bool usable = i != grade && (known == NULL || known->role == ROSTER_FEEDBACK);
    if (!usable || (wanted != NULL ? strcmp(line->names.items[i], wanted) != 0 : known == NULL))
      continue;
    *feedback = i;
    found++;
  }
  if (found == 1 || (found == 0 && wanted == NULL)) return WB_OK;
  return fail_with_list(line, request->file, NULL, err,
                        found > 1 ? "several columns may be the one with the feedback"
                                  : "no column for feedback has the name that was given");
}

/* The most points that a heading says: "<Numeric MaxPoints:10 …>". */
static double heading_maximum(const char *heading, const char *mark) {
  const char *found = mark != NULL ? strstr(heading, mark) : NULL;
  if (found == NULL) return NAN;
  found += strlen(mark);
  char *number = wb_strndup(found, strspn(found, "0123456789.,"));
  const double value = roster_number(number);
  free(number);
  return value;
}

static void find_maximum(const struct heading_line *line, struct roster_columns *columns) {
  const struct roster_platform *platform = line->platform;
  const char *heading = line->names.items[columns->grade];
  char *beside =
      platform->maximum_end != NULL ? wb_format("%s%s", heading, platform->maximum_end) : NULL;
  const bool is_total = has_role(line, columns->grade, ROSTER_GRADE) || platform->item_end == NULL;
  for (size_t i = 0; i < line->names.count; i++)
    if (is_total ? has_role(line, i, ROSTER_MAXIMUM)
                 : beside != NULL && strcasecmp(line->names.items[i], beside) == 0)
      columns->maximum = i;
  columns->heading_maximum = heading_maximum(heading, platform->maximum_mark);
  free(beside);
}

/* ---- the identifier --------------------------------------------------------------- */

/* The cells of a column so far: a word, which stays, and digits. */
struct identifier_cells {
  size_t word_start, word_length;
  bool fits;
};

static void look_at_cell(const struct wb_csv *csv, struct wb_csv_cell cell, bool first,
                         struct identifier_cells *cells) {
  const char *text = csv->bytes;
  if (cell.length >= 2 && text[cell.start] == '"') cell.start++, cell.length -= 2;
  size_t digits = 0;
  while (digits < cell.length &&
         isdigit((unsigned char)text[cell.start + cell.length - 1 - digits]))
    digits++;
  const size_t word = cell.length - digits;
  if (first) *cells = (struct identifier_cells){cell.start, word, true};
  cells->fits = cells->fits && digits > 0 && word > 0 && word == cells->word_length &&
                memcmp(text + cell.start, text + cells->word_start, word) == 0;
}

static bool is_blank(const struct wb_csv_record *record) {
  size_t bytes = 0;
  for (size_t i = 0; i < record->n_cells; i++) bytes += record->cells[i].length;
  return bytes == 0;
}

/* Looks at all rows. The identifier is the first column, or the only one of its kind. */
static enum wb_status find_identifier(const struct heading_line *line, struct wb_csv *csv,
                                      struct wb_csv_record *record, size_t *identifier,
                                      struct wb_error *err) {
  struct identifier_cells *cells = wb_alloc((line->names.count + 1) * sizeof *cells);
  enum wb_status status = WB_OK;
  bool got = true, first = true;
  size_t found = 0;
  while (status == WB_OK && got) {
    status = wb_csv_next(csv, record, &got, err);
    if (status != WB_OK || !got || is_blank(record)) continue;
    for (size_t i = 0; i < line->names.count; i++) {
      const bool there = i < record->n_cells;
      if (there) look_at_cell(csv, record->cells[i], first, &cells[i]);
      cells[i].fits = cells[i].fits && there;
    }
    first = false;
  }
  for (size_t i = line->names.count; status == WB_OK && i-- > 0;) {
    if (!cells[i].fits) continue;
    *identifier = i;
    found = i == 0 ? 1 : found + 1;
  }
  free(cells);
  if (status != WB_OK || found == 1) return status;
  return fail_with_list(line, csv->name, NULL, err,
                        first ? "the file has a heading and no rows"
                              : "no column is surely the one with Moodle's identifiers, a word and "
                                "a number in each row");
}

/* ---- all columns ------------------------------------------------------------------ */

static void add_people_columns(const struct heading_line *line, struct roster_columns *columns) {
  for (size_t i = 0; i < line->names.count; i++) {
    const bool shown = has_role(line, i, ROSTER_FULL_NAME);
    if (i == columns->identifier) continue;
    if ((shown || has_role(line, i, ROSTER_ID)) && columns->n_ids < ROSTER_IDS_MAX)
      columns->ids[columns->n_ids++] = i;
    if ((shown || has_role(line, i, ROSTER_NAME)) && columns->n_names < ROSTER_NAMES_MAX)
      columns->names[columns->n_names++] = i;
  }
}

enum wb_status roster_columns_find(const struct wb_roster_request *request, struct wb_csv *csv,
                                   struct roster_columns *columns, struct wb_error *err) {
  struct heading_line line = {.platform = roster_platform_find(request->platform)};
  struct wb_csv_record record = {0};
  bool got;
  wb_names_init(&line.names);
  *columns = (struct roster_columns){.identifier = SIZE_MAX,
                                     .grade = SIZE_MAX,
                                     .feedback = SIZE_MAX,
                                     .maximum = SIZE_MAX,
                                     .heading_maximum = NAN};
  enum wb_status status = wb_csv_next(csv, &record, &got, err);
  if (status != WB_OK) goto out;
  if (!got) {
    status = wb_fail_at(err, WB_ERR_USAGE, csv->name, "the file is empty");
    goto out;
  }
  read_headings(csv, &record, &line.names);
  columns->count = line.names.count;
  if (line.platform->identifier) {
    status = find_identifier(&line, csv, &record, &columns->identifier, err);
    if (status != WB_OK) goto out;
    columns->ids[columns->n_ids++] = columns->identifier;
  }
  add_people_columns(&line, columns);
  if (columns->n_ids == 0) {
    char *what = wb_format("no column has ids that %s's export has", line.platform->title);
    status = fail_with_list(&line, csv->name, NULL, err, what);
    free(what);
    goto out;
  }
  status = find_grade(request, &line, &columns->grade, err);
  if (status == WB_OK)
    status = find_feedback(request, &line, columns->grade, &columns->feedback, err);
  if (status != WB_OK) goto out;
  find_maximum(&line, columns);
  columns->grade_heading = wb_strdup(line.names.items[columns->grade]);
  wb_csv_rewind(csv);
out:
  wb_csv_record_release(&record);
  wb_names_release(&line.names);
  return status;
}

void roster_columns_release(struct roster_columns *columns) {
  free(columns->grade_heading);
  columns->grade_heading = NULL;
}
