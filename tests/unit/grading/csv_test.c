#include "grading/csv.h"

#include <stdlib.h>

#include "tap.h"

/* All cells of a text, as "[a][b]/[c]", with the error behind. */
static char *cells_of(const char *bytes, size_t length) {
  struct wb_csv csv;
  struct wb_csv_record record = {0};
  struct wb_error err = {0};
  struct wb_str out;
  bool got = true;
  wb_str_init(&out);
  enum wb_status status = wb_csv_open(&csv, "x.csv", bytes, length, &err);
  while (status == WB_OK && got) {
    status = wb_csv_next(&csv, &record, &got, &err);
    if (status != WB_OK || !got) continue;
    if (out.length > 0) wb_str_add(&out, "/");
    for (size_t i = 0; i < record.n_cells; i++) {
      wb_str_add(&out, "[");
      wb_csv_value(&csv, record.cells[i], &out);
      wb_str_add(&out, "]");
    }
  }
  if (status != WB_OK) wb_str_addf(&out, " %s: %s", err.where, err.message);
  wb_csv_record_release(&record);
  return wb_str_detach(&out);
}

static void check_cells(const char *text, const char *expected) {
  char *cells = cells_of(text, strlen(text));
  CHECK_STRING(cells, expected);
  free(cells);
}

static void cells_are_read_whatever_the_lines_end_in(void) {
  check_cells("a,b\r\nc,d\ne,f\rg,h", "[a][b]/[c][d]/[e][f]/[g][h]");
  check_cells("a,b\n", "[a][b]");
  check_cells("a,\n,b\n", "[a][]/[][b]");
  check_cells("a\n\nb\n", "[a]/[]/[b]");
  check_cells("", "");
  check_cells(
      "\xEF\xBB\xBF"
      "a,b\n",
      "[a][b]");
}

static void quoted_cells_have_separators_quotes_and_line_breaks(void) {
  check_cells("\"a,b\",c\n", "[a,b][c]");
  check_cells("\"say \"\"hi\"\"\",\"\"\n", "[say \"hi\"][]");
  check_cells("\"two\r\nlines\",x\ny,z\n", "[two\r\nlines][x]/[y][z]");
  check_cells("\"\"\"\",b", "[\"][b]");
  check_cells("5\" disk,b\n", "[5\" disk][b]");
}

static void the_separator_is_the_one_by_which_all_lines_agree(void) {
  check_cells("a;b;c\n1,5;2;3\n", "[a][b][c]/[1,5][2][3]");
  check_cells("a\tb\n1,5\t2\n", "[a][b]/[1,5][2]");
  check_cells("a,b;c\n1,2\n", "[a][b;c]/[1][2]");
  check_cells("a;b\nc\n1,5;2\n", "[a][b]/[c]/[1,5][2]"); /* a spreadsheet left out an empty cell */
  check_cells("a\n", "[a]");
  check_cells("a;b\n\nc;d\n", "[a][b]/[]/[c][d]");
}

static void windows_1252_becomes_utf_8_and_back(void) {
  struct wb_csv csv;
  struct wb_str out;
  unsigned lacking = 0;
  const char *file = "J\xFCrgen,\x80,\x81\n";
  check_cells(file, "[Jürgen][€][\xC2\x81]");
  wb_str_init(&out);
  CHECK_INT(wb_csv_open(&csv, "x.csv", file, strlen(file), NULL), WB_OK);
  CHECK(csv.windows_1252);
  CHECK(wb_csv_encode(&csv, "Jürgen €", &out, &lacking));
  CHECK_STRING(out.data, "J\xFCrgen \x80");
  CHECK(!wb_csv_encode(&csv, "a → b", &out, &lacking));
  CHECK_INT(lacking, 0x2192);
  CHECK(!wb_csv_encode(&csv, "\xC2\x80", &out, &lacking)); /* whose byte is the euro's */
  wb_str_release(&out);
}

static void faults_have_line_and_column(void) {
  check_cells("a,b\nc,\"d\ne\n",
              "[a][b] x.csv:2:3: this quote is not closed before the end of the "
              "file");
  check_cells("a,b\n\"x\ny\"z,d\n",
              "[a][b] x.csv:3:3: text follows the quote that closes a cell; a "
              "quote inside of a cell is doubled");
  char *cells = cells_of("a,b\nc\0d,e\n", 10);
  CHECK_STRING(cells,
               " x.csv:2:2: there is a NUL, so this is no CSV file; export it as CSV in "
               "UTF-8");
  free(cells);
  cells = cells_of(
      "\xFF\xFE"
      "a\0",
      4);
  CHECK_STRING(cells, " x.csv: the file is UTF-16; export it as CSV in UTF-8");
  free(cells);
}

/* A file of so many times the same bytes. */
static char *repeated(const char *piece, size_t times) {
  const size_t length = strlen(piece);
  char *text = wb_alloc(length * times + 1);
  for (size_t i = 0; i < times; i++) memcpy(text + i * length, piece, length);
  return text;
}

static void files_beyond_the_limits_are_refused(void) {
  struct wb_csv csv;
  struct wb_csv_record record = {0};
  struct wb_error err = {0};
  bool got = true;
  CHECK_INT(wb_csv_open(&csv, "x.csv", "", (size_t)WB_CSV_BYTES_MAX + 1, &err), WB_ERR_LIMIT);
  char *text = repeated(",", WB_CSV_COLUMNS_MAX);
  char *cells = cells_of(text, strlen(text));
  CHECK(strstr(cells, "x.csv:1:1001: this line has more than 1,000 columns") != NULL);
  free(cells);
  free(text);
  text = repeated("\n", WB_CSV_RECORDS_MAX + 1);
  CHECK_INT(wb_csv_open(&csv, "x.csv", text, strlen(text), &err), WB_OK);
  enum wb_status status = WB_OK;
  while (status == WB_OK && got) status = wb_csv_next(&csv, &record, &got, &err);
  CHECK_STRING(err.where, "x.csv:500001:1");
  wb_csv_record_release(&record);
  free(text);
}

static void check_text(const char *text, const char *expected) {
  struct wb_str out;
  struct wb_csv_writer writer = {.out = &out};
  wb_str_init(&out);
  wb_csv_add_text(&writer, text);
  CHECK_STRING(out.data, expected);
  wb_str_release(&out);
}

static void no_text_is_a_formula(void) {
  check_text("=1+1", "'=1+1");
  check_text("+1", "'+1");
  check_text("-1", "'-1");
  check_text("@SUM(A1)", "'@SUM(A1)");
  check_text("\tx", "\"'\tx\"");
  check_text("\rx", "\"'\rx\"");
  check_text("=cmd|'/C calc'!A0,\"", "\"'=cmd|'/C calc'!A0,\"\"\"");
  check_text("a;=1+1", "\"a;=1+1\""); /* one cell, whatever the separator */
  check_text("1-1", "1-1");
}

static void text_comes_back_as_it_was(void) {
  check_text("007", "007");
  check_text("", "");
  check_text("a\nb", "\"a\nb\"");
  check_text(" a", "\" a\"");
  check_text("a ", "\"a \"");
  check_text("say \"hi\"", "\"say \"\"hi\"\"\"");
}

static void check_number(double number, char separator, char mark, const char *expected) {
  struct wb_str out;
  struct wb_csv_writer writer = {.out = &out, .separator = separator, .decimal_mark = mark};
  wb_str_init(&out);
  wb_csv_add_number(&writer, number);
  CHECK_STRING(out.data, expected);
  wb_str_release(&out);
}

static void numbers_have_two_decimals_at_most(void) {
  check_number(0, 0, 0, "0");
  check_number(10, 0, 0, "10");
  check_number(7.5, 0, 0, "7.5");
  check_number(0.1 + 0.2, 0, 0, "0.3");
  check_number(28.0 / 3, 0, 0, "9.33");
  check_number(7.05, 0, 0, "7.05");
  check_number(1.005, 0, 0, "1.01"); /* a half, though its double is less */
  check_number(-1.005, 0, 0, "-1.01");
  check_number(2.675, 0, 0, "2.68");
  check_number(0.004, 0, 0, "0");
  check_number(-0.004, 0, 0, "0");
  check_number(9.999, 0, 0, "10");
  check_number(-2.5, 0, 0, "-2.5"); /* a number is no formula */
  check_number(123456789012.0, 0, 0, "123456789012");
  check_number(7.5, ';', ',', "7,5");
  check_number(7.5, ',', ',', "\"7,5\"");
  check_number(7, ',', ',', "7");
}

static void a_table_reads_back_as_it_was_written(void) {
  struct wb_str out;
  struct wb_csv_writer writer = {.out = &out, .separator = ';', .decimal_mark = ','};
  wb_str_init(&out);
  wb_csv_add_text(&writer, "id");
  wb_csv_add_text(&writer, "points");
  wb_csv_end_record(&writer);
  wb_csv_add_text(&writer, "007");
  wb_csv_add_number(&writer, 7.25);
  wb_csv_end_record(&writer);
  wb_csv_add_text(&writer, "a;\"b\"\r\nc");
  wb_csv_add_number(&writer, 0);
  wb_csv_end_record(&writer);
  CHECK_STRING(out.data, "id;points\r\n007;7,25\r\n\"a;\"\"b\"\"\r\nc\";0\r\n");
  check_cells(out.data, "[id][points]/[007][7,25]/[a;\"b\"\r\nc][0]");
  wb_str_release(&out);
}

int main(void) {
  tap_run("cells are read whatever the lines end in", cells_are_read_whatever_the_lines_end_in);
  tap_run("quoted cells have separators, quotes and line breaks",
          quoted_cells_have_separators_quotes_and_line_breaks);
  tap_run("the separator is the one by which all first lines agree",
          the_separator_is_the_one_by_which_all_lines_agree);
  tap_run("Windows-1252 becomes UTF-8, and back", windows_1252_becomes_utf_8_and_back);
  tap_run("faults have line and column", faults_have_line_and_column);
  tap_run("files beyond the limits are refused", files_beyond_the_limits_are_refused);
  tap_run("no text that is written is a formula", no_text_is_a_formula);
  tap_run("text that is written comes back as it was", text_comes_back_as_it_was);
  tap_run("numbers have two decimals at most", numbers_have_two_decimals_at_most);
  tap_run("a table reads back as it was written", a_table_reads_back_as_it_was_written);
  return tap_finish();
}
