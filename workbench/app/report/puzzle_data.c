#include "report/puzzle_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "report/array_grid.h"
#include "report/counter_words.h"
#include "report/printed.h"
#include "text/columns.h"
#include "text/wrap.h"

enum { GAP = 2, LONGEST_VALUE = 24 };

/* ---- what an answer is ---------------------------------------------------------------------- */

void wb_answer_write(const struct wb_puzzle_summary *puzzle, unsigned width,
                     struct wb_document *document) {
  if (wb_summary_is_of_program(puzzle))
    wb_put_line(document, WB_STYLE_HEADING, "Host program");
  else
    wb_put_line(document, WB_STYLE_HEADING, "Kernel %s", puzzle->entry);
  for (size_t i = 0; i < puzzle->n_parameters; i++)
    wb_wrap_item(document, width, "  ", WB_STYLE_CODE, puzzle->parameters[i]);
  if (puzzle->domain != NULL) {
    char *line = wb_format("must work for %s", puzzle->domain);
    wb_wrap_item(document, width, "  ", WB_STYLE_PLAIN, line);
    free(line);
  }
  for (size_t i = 0; i < puzzle->n_budgets; i++)
    wb_wrap_item(document, width, "  ", WB_STYLE_PLAIN, puzzle->budgets[i]);
  if (puzzle->printed != NULL)
    wb_wrap_item(document, width, "  ", WB_STYLE_PLAIN, wb_printed_rule(puzzle->printed));
}

/* ---- words ------------------------------------------------------------------------------ */

void wb_array_data_title(const struct wb_array_data *array, struct wb_str *out) {
  wb_str_addf(out, "%s %s", array->type, array->name);
  for (unsigned d = 0; d < array->rank; d++)
    wb_str_addf(out, "[%llu]", (unsigned long long)array->shape[d]);
}

/* "elements 0 to 255 of 1,000", where not all are told; whether
 * there is such an element at all. */
static void add_part(const struct wb_array_data *array, struct wb_str *out) {
  const size_t told = array->n_before > array->n_expected ? array->n_before : array->n_expected;
  if (told == 0 && array->first > 0 && array->first >= array->total) {
    wb_str_add(out, "it ends with element ");
    wb_write_grouped(out, array->total - 1);
  }
  if (told == 0 || told == array->total) return;
  wb_str_add(out, told == 1 ? "element " : "elements ");
  wb_write_grouped(out, array->first);
  if (told > 1) {
    wb_str_add(out, " to ");
    wb_write_grouped(out, array->first + told - 1);
  }
  wb_str_add(out, " of ");
  wb_write_grouped(out, array->total);
}

char *wb_hidden_cases_words(const struct wb_puzzle_data *data) {
  if (data->hidden == 0) return NULL;
  return wb_format("%llu more case%s hidden: other sizes, other numbers, the same rule.",
                   (unsigned long long)data->hidden, data->hidden == 1 ? " is" : "s are");
}

/* ---- a matrix --------------------------------------------------------------------------- */

/* Elements that begin and end with whole rows, in lines of one row. */
struct matrix {
  const struct wb_array_data *array;
  char *const *cells;
  size_t count;
  size_t across;      /* elements in a row */
  size_t label, cell; /* columns */
};

static size_t row_label(const struct matrix *matrix, size_t row, struct wb_str *out) {
  struct wb_str whole;
  wb_str_init(&whole);
  wb_add_position(matrix->array->rank, matrix->array->shape,
                  matrix->array->first + row * matrix->across, &whole);
  const char *last = strrchr(whole.data, '[');
  const size_t length = last != NULL ? (size_t)(last - whole.data) : whole.length;
  if (out != NULL) wb_str_add_bytes(out, whole.data, length);
  wb_str_release(&whole);
  return length;
}

static void measure_matrix(struct matrix *matrix) {
  char column[32];
  matrix->label = matrix->cell = 0;
  for (size_t i = 0; i < matrix->count; i++) {
    const size_t width = wb_text_width(matrix->cells[i]);
    if (width > matrix->cell) matrix->cell = width;
  }
  for (size_t row = 0; row < matrix->count / matrix->across; row++) {
    const size_t width = row_label(matrix, row, NULL);
    if (width > matrix->label) matrix->label = width;
  }
  const size_t widest = (size_t)snprintf(column, sizeof column, "[%zu]", matrix->across - 1);
  if (widest > matrix->cell) matrix->cell = widest;
  if (matrix->label < WB_GRID_LABEL) matrix->label = WB_GRID_LABEL;
}

/* Whether these elements can be told by rows on lines of `width` columns. */
static bool is_matrix(struct matrix *matrix, unsigned width) {
  const struct wb_array_data *array = matrix->array;
  matrix->across = array->rank > 1 ? (size_t)array->shape[array->rank - 1] : 0;
  if (matrix->across == 0 || matrix->count == 0) return false;
  if (array->first % matrix->across != 0 || matrix->count % matrix->across != 0) return false;
  measure_matrix(matrix);
  return matrix->cell <= LONGEST_VALUE &&
         WB_GRID_INDENT + matrix->label + matrix->across * (matrix->cell + GAP) <= width;
}

static void write_matrix(const struct matrix *matrix, const char *label,
                         struct wb_document *document) {
  const int cell = (int)(matrix->cell + GAP);
  wb_put_line(document, WB_STYLE_DIM, "%*s%-*s", WB_GRID_INDENT, "", (int)matrix->label, label);
  for (size_t i = 0; i < matrix->across; i++) {
    char column[32];
    snprintf(column, sizeof column, "[%zu]", i);
    wb_put(document, WB_STYLE_DIM, "%*s", cell, column);
  }
  for (size_t i = 0; i < matrix->count; i++) {
    if (i % matrix->across == 0) {
      struct wb_str row;
      wb_str_init(&row);
      row_label(matrix, i / matrix->across, &row);
      wb_put_line(document, WB_STYLE_DIM, "%*s%-*s", WB_GRID_INDENT, "", (int)matrix->label,
                  row.data);
      wb_str_release(&row);
    }
    wb_put(document, WB_STYLE_PLAIN, "%*s", cell, matrix->cells[i]);
  }
}

/* ---- arrays ----------------------------------------------------------------------------- */

static void write_list(const struct wb_array_data *array, const struct wb_grid_row *rows,
                       size_t n_rows, size_t count, unsigned width, struct wb_document *document) {
  struct wb_array_grid grid = {.rank = array->rank,
                               .shape = array->shape,
                               .first = array->first,
                               .n = count,
                               .n_rows = n_rows,
                               .marked = count,
                               .width = width};
  for (size_t r = 0; r < n_rows; r++) grid.rows[r] = rows[r];
  if (count > 0) wb_write_array_grid(document, &grid);
}

static void write_elements(const struct wb_array_data *array, unsigned width,
                           struct wb_document *document) {
  const struct wb_grid_row rows[] = {{"before", array->before, WB_STYLE_PLAIN, WB_STYLE_PLAIN},
                                     {"expected", array->expected, WB_STYLE_GOOD, WB_STYLE_GOOD}};
  const size_t counts[] = {array->n_before, array->n_expected};
  /* Both can share their indices. */
  if (counts[0] == counts[1] && array->rank < 2) {
    write_list(array, rows, 2, counts[0], width, document);
    return;
  }
  for (size_t r = 0; r < 2; r++) {
    struct matrix matrix = {.array = array, .cells = rows[r].cells, .count = counts[r]};
    if (is_matrix(&matrix, width))
      write_matrix(&matrix, rows[r].label, document);
    else
      write_list(array, &rows[r], 1, counts[r], width, document);
  }
}

static bool is_scalar(const struct wb_array_data *array) {
  return array->rank == 0 && array->n_before == 1;
}

static void write_array(const struct wb_array_data *array, unsigned width,
                        struct wb_document *document) {
  struct wb_str title, part;
  wb_str_init(&title);
  wb_str_init(&part);
  wb_array_data_title(array, &title);
  add_part(array, &part);
  wb_put_line(document, WB_STYLE_DIM, "  %s ", array->role);
  wb_write(document, WB_STYLE_STRONG, title.data);
  if (is_scalar(array)) {
    wb_put(document, WB_STYLE_PLAIN, " = %s", array->before[0]);
  } else {
    if (strcmp(array->role, "local") == 0)
      wb_write(document, WB_STYLE_DIM, ", nobody has written it");
    if (array->note[0] != '\0') wb_put(document, WB_STYLE_DIM, ", %s", array->note);
    if (part.length > 0) wb_put(document, WB_STYLE_DIM, " (%s)", part.data);
    write_elements(array, width, document);
  }
  wb_str_release(&part);
  wb_str_release(&title);
}

char *wb_printed_order_words(const struct wb_case_data *one) {
  const bool any = strcmp(one->printed_order, "any") == 0;
  return wb_format("%llu line%s%s", (unsigned long long)one->printed_total,
                   one->printed_total == 1 ? "" : "s",
                   one->printed_total < 2 ? ""
                   : any                  ? ", in any order"
                                          : ", in this order");
}

static void write_printed(const struct wb_case_data *one, struct wb_document *document) {
  if (one->printed_order == NULL) return;
  char *words = wb_printed_order_words(one);
  wb_document_add_line(document);
  wb_put_line(document, WB_STYLE_DIM, "  expected to be printed: %s", words);
  for (size_t i = 0; i < one->n_printed; i++)
    wb_put_line(document, WB_STYLE_GOOD, "    %s", one->printed[i]);
  if (one->n_printed < one->printed_total)
    wb_put_line(document, WB_STYLE_DIM, "    … and %llu more",
                (unsigned long long)(one->printed_total - one->n_printed));
  free(words);
}

static void write_heading(const struct wb_case_data *one, unsigned width,
                          struct wb_document *document) {
  char *lead =
      wb_format("Case %llu%s  ", (unsigned long long)one->number, one->visible ? "" : " (hidden)");
  wb_write_paragraph(document, width, (unsigned)strlen(lead), lead, WB_STYLE_HEADING, one->outline);
  free(lead);
}

void wb_puzzle_data_write(const struct wb_puzzle_data *data, unsigned width,
                          struct wb_document *document) {
  char *hidden = wb_hidden_cases_words(data);
  for (size_t i = 0; i < data->n_cases; i++) {
    const struct wb_case_data *one = &data->cases[i];
    if (i > 0) wb_document_add_line(document);
    write_heading(one, width, document);
    for (size_t k = 0; k < one->n_arrays; k++) {
      const bool in_list = k > 0 && is_scalar(&one->arrays[k - 1]) && is_scalar(&one->arrays[k]);
      if (!in_list) wb_document_add_line(document);
      write_array(&one->arrays[k], width, document);
    }
    write_printed(one, document);
  }
  if (data->n_cases == 0)
    wb_put_line(document, WB_STYLE_PLAIN, "No case of this puzzle is visible.");
  if (hidden != NULL) {
    wb_document_add_line(document);
    wb_put_line(document, WB_STYLE_DIM, "%s", hidden);
  }
  free(hidden);
}
