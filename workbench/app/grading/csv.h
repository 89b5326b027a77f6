/* Comma-separated values (RFC 4180), read so that a file can be given back with some of its cells
 * changed and every other byte as it came, and written so that a spreadsheet takes no text for a
 * formula.
 *
 * Debian's libcsv3 hands out the text of each cell without its place in the file, and drops which
 * quotes and line endings there were; an edited copy cannot be made of that. Hence a reader of our
 * own, which gives ranges of bytes.
 *
 * What is read: cells separated by commas, semicolons or tabs; quoted cells with doubled quotes and
 * line breaks in them; lines that end in CR LF, LF or CR, mixed; UTF-8 with and without a byte
 * order mark; else Windows-1252, of which Latin-1 is a part. A quote inside of a cell that does not
 * begin with one is itself. */
#ifndef WB_GRADING_CSV_H
#define WB_GRADING_CSV_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/str.h"

enum {
  WB_CSV_BYTES_MAX = 64 << 20,
  WB_CSV_COLUMNS_MAX = 1000,
  WB_CSV_RECORDS_MAX = 500000,
};

/* ---- reading ---------------------------------------------------------------------- */

/* A file while it is read, from the first record to the last. The bytes are the caller's, and stay.
 */
struct wb_csv {
  const char *name; /* of the file, for errors */
  const char *bytes;
  size_t length;
  char separator;
  bool windows_1252; /* else UTF-8 */
  size_t at, line;   /* where the next record begins; lines count from 1 */
  size_t line_start; /* of that line */
  size_t records;    /* that were read */
};

/* A cell as it stands in the file, with its quotes. */
struct wb_csv_cell {
  size_t start, length;
};

/* Zeroed, it is empty. It may be read into again and again. */
struct wb_csv_record {
  struct wb_csv_cell *cells;
  size_t n_cells, capacity;
  size_t line; /* that it begins in */
};

/* Finds encoding and separator. The separator is the one by which each of the first lines has as
 * many cells, and more than one; of several such, or if there is none, the one that gives the
 * heading the most. Fails for a file that is too large, has a NUL or is UTF-16, with
 * "FILE:LINE:COLUMN" as the place. */
enum wb_status wb_csv_open(struct wb_csv *csv, const char *name, const char *bytes, size_t length,
                           struct wb_error *err);

/* Back to the first record. */
void wb_csv_rewind(struct wb_csv *csv);

/* Reads a record; *got is false after the last. A blank line is a record of one empty cell. Fails
 * where a quote is not closed or is followed by text, and beyond the limits; columns in the places
 * of errors count bytes from 1. */
enum wb_status wb_csv_next(struct wb_csv *csv, struct wb_csv_record *record, bool *got,
                           struct wb_error *err);

/* Appends what a cell says, as UTF-8: without the quotes around it. */
void wb_csv_value(const struct wb_csv *csv, struct wb_csv_cell cell, struct wb_str *out);

/* Appends UTF-8 text in the file's encoding. False where that lacks a character, which is then in
 * *lacking; what was appended is of no use then. */
bool wb_csv_encode(const struct wb_csv *csv, const char *text, struct wb_str *out,
                   unsigned *lacking);

void wb_csv_record_release(struct wb_csv_record *record);

/* ---- writing ---------------------------------------------------------------------- */

/* Appends cells to a text. It needs no end. */
struct wb_csv_writer {
  struct wb_str *out;
  char separator;    /* 0: a comma */
  char decimal_mark; /* 0: a point */
  size_t n_cells;    /* of the record so far */
};

/* A cell of text. What a spreadsheet would take for a formula (= + - @ tab CR at the beginning)
 * gets a ' before it. Quoted if it has quotes, line breaks, blanks at an end or any of the three
 * separators, so that it stays one cell wherever it is opened. An id stays the text that it is. */
void wb_csv_add_text(struct wb_csv_writer *writer, const char *text);

/* A cell with a number, with as few decimals as say it, and at most two: rounded half away from
 * zero, where what differs from a half by less than 1e-9 is a half (1.005 is 1.01). It is finite.
 */
void wb_csv_add_number(struct wb_csv_writer *writer, double number);

/* Ends the record, by CR LF. */
void wb_csv_end_record(struct wb_csv_writer *writer);

#endif
