#include "grading/csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* Those that files are separated by. */
static const char separators[] = {',', ';', '\t'};

/* How many records the separator is found by. */
enum { LOOK_AT = 10 };

/* ---- encodings -------------------------------------------------------------------- */

/* Windows-1252 from 0x80 to 0x9F; the rest is Latin-1. The five without a meaning are control
 * characters, as browsers have it. */
static const unsigned short upper_controls[] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};
enum { N_UPPER = sizeof upper_controls / sizeof upper_controls[0] };

static unsigned from_windows_1252(unsigned char byte) {
  return byte >= 0x80 && byte < 0x80 + N_UPPER ? upper_controls[byte - 0x80] : byte;
}

static bool to_windows_1252(unsigned character, char *byte) {
  unsigned found = character;
  for (unsigned i = 0; i < N_UPPER; i++)
    if (upper_controls[i] == character) found = 0x80 + i;
  *byte = (char)found;
  return found <= 0xFF && from_windows_1252((unsigned char)found) == character;
}

bool wb_csv_encode(const struct wb_csv *csv, const char *text, struct wb_str *out,
                   unsigned *lacking) {
  const size_t length = strlen(text);
  if (!csv->windows_1252) {
    wb_str_add_bytes(out, text, length);
    return true;
  }
  for (size_t at = 0; at < length;) {
    unsigned character;
    char byte;
    at += wb_utf8_decode(text + at, length - at, &character);
    if (!to_windows_1252(character, &byte)) {
      *lacking = character;
      return false;
    }
    wb_str_add_char(out, byte);
  }
  return true;
}

static void add_decoded(const struct wb_csv *csv, struct wb_str *out, const char *bytes,
                        size_t length) {
  if (!csv->windows_1252) {
    wb_str_add_bytes(out, bytes, length);
    return;
  }
  for (size_t i = 0; i < length; i++) wb_utf8_add(out, from_windows_1252((unsigned char)bytes[i]));
}

void wb_csv_value(const struct wb_csv *csv, struct wb_csv_cell cell, struct wb_str *out) {
  const char *text = csv->bytes + cell.start, *end = text + cell.length;
  if (cell.length == 0 || *text != '"') {
    add_decoded(csv, out, text, cell.length);
    return;
  }
  text++;
  end--;
  while (text < end) {
    const char *quote = memchr(text, '"', (size_t)(end - text));
    const char *stop = quote != NULL ? quote + 1 : end; /* of two quotes the first is kept */
    add_decoded(csv, out, text, (size_t)(stop - text));
    text = quote != NULL ? stop + 1 : end;
  }
}

/* ---- reading ---------------------------------------------------------------------- */

/* An error at a place of the file. */
static enum wb_status fail_at(const struct wb_csv *csv, size_t line, size_t line_start, size_t at,
                              struct wb_error *err, const char *message) {
  char *where = wb_format("%s:%zu:%zu", csv->name, line, at - line_start + 1);
  const enum wb_status status = wb_fail_at(err, WB_ERR_USAGE, where, "%s", message);
  free(where);
  return status;
}

/* How many bytes end a line here: 0 where none does. */
static size_t line_end_at(const struct wb_csv *csv, size_t at) {
  if (at >= csv->length) return 0;
  if (csv->bytes[at] == '\n') return 1;
  if (csv->bytes[at] != '\r') return 0;
  return at + 1 < csv->length && csv->bytes[at + 1] == '\n' ? 2 : 1;
}

static bool is_cell_end(const struct wb_csv *csv, size_t at) {
  return at >= csv->length || csv->bytes[at] == csv->separator || line_end_at(csv, at) > 0;
}

static void pass_line_end(struct wb_csv *csv, size_t bytes) {
  csv->at += bytes;
  csv->line++;
  csv->line_start = csv->at;
}

/* Goes behind the quote that closes the cell. */
static enum wb_status pass_quoted(struct wb_csv *csv, struct wb_error *err) {
  const size_t line = csv->line, line_start = csv->line_start, opened = csv->at++;
  bool closed = false;
  while (!closed && csv->at < csv->length) {
    const size_t ends = line_end_at(csv, csv->at);
    if (ends > 0) {
      pass_line_end(csv, ends);
    } else if (csv->bytes[csv->at] != '"') {
      csv->at++;
    } else {
      const bool doubled = csv->at + 1 < csv->length && csv->bytes[csv->at + 1] == '"';
      csv->at += doubled ? 2 : 1;
      closed = !doubled;
    }
  }
  if (!closed)
    return fail_at(csv, line, line_start, opened, err,
                   "this quote is not closed before the end of the file");
  if (is_cell_end(csv, csv->at)) return WB_OK;
  return fail_at(csv, csv->line, csv->line_start, csv->at, err,
                 "text follows the quote that closes a cell; a quote inside of a cell is doubled");
}

static enum wb_status read_cell(struct wb_csv *csv, struct wb_csv_record *record,
                                struct wb_error *err) {
  const size_t start = csv->at;
  if (record->n_cells == WB_CSV_COLUMNS_MAX)
    return fail_at(csv, csv->line, csv->line_start, start, err,
                   "this line has more than 1,000 columns");
  if (start < csv->length && csv->bytes[start] == '"') {
    const enum wb_status status = pass_quoted(csv, err);
    if (status != WB_OK) return status;
  } else {
    while (!is_cell_end(csv, csv->at)) csv->at++;
  }
  record->cells =
      wb_grow(record->cells, &record->capacity, record->n_cells + 1, sizeof *record->cells);
  record->cells[record->n_cells++] = (struct wb_csv_cell){start, csv->at - start};
  return WB_OK;
}

enum wb_status wb_csv_next(struct wb_csv *csv, struct wb_csv_record *record, bool *got,
                           struct wb_error *err) {
  enum wb_status status = WB_OK;
  bool more = csv->at < csv->length;
  *got = more;
  record->n_cells = 0;
  record->line = csv->line;
  if (more && csv->records++ == WB_CSV_RECORDS_MAX)
    return fail_at(csv, csv->line, csv->at, csv->at, err, "the file has more than 500,000 rows");
  while (more && status == WB_OK) {
    status = read_cell(csv, record, err);
    more = status == WB_OK && csv->at < csv->length && csv->bytes[csv->at] == csv->separator;
    if (more) csv->at++;
  }
  if (status == WB_OK && *got) pass_line_end(csv, line_end_at(csv, csv->at));
  return status;
}

void wb_csv_rewind(struct wb_csv *csv) {
  csv->at = csv->line_start = wb_byte_order_mark(csv->bytes, csv->length);
  csv->line = 1;
  csv->records = 0;
}

void wb_csv_record_release(struct wb_csv_record *record) {
  free(record->cells);
  *record = (struct wb_csv_record){0};
}

/* How many cells the heading has, and whether each of the first lines has as many. Blank lines
 * don't count. */
static size_t heading_width(struct wb_csv *csv, struct wb_csv_record *record, bool *same) {
  size_t width = 0;
  bool got = true;
  *same = true;
  wb_csv_rewind(csv);
  while (got && csv->records < LOOK_AT) {
    if (wb_csv_next(csv, record, &got, NULL) != WB_OK) {
      *same = false;
      return width;
    }
    if (!got || (record->n_cells == 1 && record->cells[0].length == 0)) continue;
    if (width == 0) width = record->n_cells;
    *same = *same && width == record->n_cells;
  }
  return width;
}

static void find_separator(struct wb_csv *csv) {
  struct wb_csv_record record = {0};
  char found = ',';
  size_t most = 1;
  bool agreed = false, same;
  for (size_t i = 0; i < sizeof separators; i++) {
    csv->separator = separators[i];
    const size_t width = heading_width(csv, &record, &same);
    same = same && width > 1;
    if (same < agreed || (same == agreed && width <= most)) continue;
    most = width;
    agreed = same;
    found = separators[i];
  }
  csv->separator = found;
  wb_csv_record_release(&record);
}

/* The place of a NUL, by walking there. */
static enum wb_status fail_at_nul(struct wb_csv *csv, const char *nul, struct wb_error *err) {
  const size_t place = (size_t)(nul - csv->bytes);
  while (csv->at < place) {
    const size_t ends = line_end_at(csv, csv->at);
    if (ends > 0)
      pass_line_end(csv, ends);
    else
      csv->at++;
  }
  return fail_at(csv, csv->line, csv->line_start, place, err,
                 "there is a NUL, so this is no CSV file; export it as CSV in UTF-8");
}

enum wb_status wb_csv_open(struct wb_csv *csv, const char *name, const char *bytes, size_t length,
                           struct wb_error *err) {
  *csv = (struct wb_csv){.name = name, .bytes = bytes, .length = length, .separator = ','};
  if (length > WB_CSV_BYTES_MAX)
    return wb_fail_at(err, WB_ERR_LIMIT, name, "the file is larger than 64 MiB");
  if (length >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0))
    return wb_fail_at(err, WB_ERR_USAGE, name, "the file is UTF-16; export it as CSV in UTF-8");
  wb_csv_rewind(csv);
  const char *nul = length > 0 ? memchr(bytes, '\0', length) : NULL;
  if (nul != NULL) return fail_at_nul(csv, nul, err);
  csv->windows_1252 = !wb_utf8_is_valid(bytes, length);
  find_separator(csv);
  wb_csv_rewind(csv);
  return WB_OK;
}

/* ---- writing ---------------------------------------------------------------------- */

static void begin_cell(struct wb_csv_writer *writer) {
  if (writer->n_cells++ > 0)
    wb_str_add_char(writer->out, writer->separator != 0 ? writer->separator : ',');
}

static bool reads_as_formula(const char *text) {
  return *text != '\0' && strchr("=+-@\t\r", *text) != NULL;
}

static bool needs_quotes(const char *text) {
  const size_t length = strlen(text);
  return text[strcspn(text, ",;\t\"\r\n")] != '\0' ||
         (length > 0 && (text[0] == ' ' || text[length - 1] == ' '));
}

void wb_csv_add_text(struct wb_csv_writer *writer, const char *text) {
  const bool quoted = needs_quotes(text);
  begin_cell(writer);
  if (quoted) wb_str_add_char(writer->out, '"');
  if (reads_as_formula(text)) wb_str_add_char(writer->out, '\'');
  for (; *text != '\0'; text++) {
    if (*text == '"') wb_str_add_char(writer->out, '"');
    wb_str_add_char(writer->out, *text);
  }
  if (quoted) wb_str_add_char(writer->out, '"');
}

void wb_csv_add_number(struct wb_csv_writer *writer, double number) {
  const double hundredths = floor(fabs(number) * 100 + 0.5 + 1e-9);
  const double whole = floor(hundredths / 100);
  const int rest = (int)(hundredths - whole * 100);
  const char mark = writer->decimal_mark != 0 ? writer->decimal_mark : '.';
  begin_cell(writer);
  if (!isfinite(number)) wb_bug("a number for a table is not finite");
  const bool quoted = rest > 0 && mark == (writer->separator != 0 ? writer->separator : ',');
  if (quoted) wb_str_add_char(writer->out, '"');
  wb_str_addf(writer->out, "%s%.0f", number < 0 && hundredths > 0 ? "-" : "", whole);
  if (rest > 0) wb_str_addf(writer->out, "%c%d", mark, rest / 10);
  if (rest % 10 > 0) wb_str_addf(writer->out, "%d", rest % 10);
  if (quoted) wb_str_add_char(writer->out, '"');
}

void wb_csv_end_record(struct wb_csv_writer *writer) {
  wb_str_add(writer->out, "\r\n");
  writer->n_cells = 0;
}
