/* The words of the glossary that have a counterpart elsewhere, as a table. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/columns.h"
#include "text/wrap.h"
#include "session/glossary.h"

enum { GAP = 2, LIST_INDENT = 2 };

bool wb_term_is_in_table(const struct wb_term *term, enum wb_language language) {
  bool is_there = language != WB_LANGUAGE_OPENCL && wb_term_names(term, language) != NULL;
  for (size_t i = 0; language == WB_LANGUAGE_OPENCL && i < WB_LANGUAGE_COUNT; i++)
    is_there = is_there || wb_term_names(term, (enum wb_language)i) != NULL;
  return is_there;
}

char *wb_term_cell(const struct wb_term *term, enum wb_language language) {
  const char *names = language == WB_LANGUAGE_OPENCL ? term->word : wb_term_names(term, language);
  struct wb_str cell;
  if (names == NULL) return wb_strdup("-");
  wb_str_init(&cell);
  for (const char *at = names; *at != '\0' && *at != ','; at++)
    if (*at != '`') wb_str_add_char(&cell, *at);
  return wb_str_detach(&cell);
}

/* ---- columns --------------------------------------------------------------------------- */

struct table {
  const struct wb_glossary *glossary;
  enum wb_language only;
  size_t width[WB_LANGUAGE_COUNT]; /* of columns; those that are not shown have 0 */
};

static bool has_column(const struct table *table, enum wb_language language) {
  return language == WB_LANGUAGE_OPENCL || table->only == WB_LANGUAGE_OPENCL ||
         language == table->only;
}

/* Whether the term has a cell of its own in that column. */
static bool is_shown(const struct table *table, const struct wb_term *term, size_t language) {
  return has_column(table, (enum wb_language)language) &&
         wb_term_names(term, (enum wb_language)language) != NULL;
}

static size_t longest_word(const char *text) {
  size_t longest = 0;
  for (const char *at = text; *at != '\0';) {
    const size_t length = strcspn(at, " "), width = wb_text_width_n(at, length);
    if (width > longest) longest = width;
    at += length + strspn(at + length, " ");
  }
  return longest;
}

/* The columns that all cells of a language take, or their longest words alone. */
static size_t column_width(const struct table *table, enum wb_language language, bool broken) {
  size_t width = wb_text_width(wb_language_name(language));
  for (size_t i = 0; i < table->glossary->count; i++) {
    const struct wb_term *term = &table->glossary->terms[i];
    if (!wb_term_is_in_table(term, table->only)) continue;
    char *cell = wb_term_cell(term, language);
    const size_t own = broken ? longest_word(cell) : wb_text_width(cell);
    if (own > width) width = own;
    free(cell);
  }
  return width;
}

static size_t table_width(const struct table *table) {
  size_t width = 0;
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++)
    width += table->width[i] + (i > 0 && table->width[i] > 0 ? GAP : 0);
  return width;
}

/* Takes columns from the widest, which its cells' words still fit, until the table fits. */
static bool fit_columns(struct table *table, unsigned width) {
  size_t least[WB_LANGUAGE_COUNT] = {0};
  bool fits = true;
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) {
    const enum wb_language language = (enum wb_language)i;
    table->width[i] = has_column(table, language) ? column_width(table, language, false) : 0;
    least[i] = has_column(table, language) ? column_width(table, language, true) : 0;
  }
  while (fits && table_width(table) > width) {
    size_t widest = WB_LANGUAGE_COUNT;
    for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++)
      if (table->width[i] > least[i] &&
          (widest == WB_LANGUAGE_COUNT || table->width[i] > table->width[widest]))
        widest = i;
    fits = widest < WB_LANGUAGE_COUNT;
    if (fits) table->width[widest]--;
  }
  return fits;
}

/* ---- rows ------------------------------------------------------------------------------ */

/* The bytes of a cell that stand on its next line. */
static size_t line_length(const char *text, size_t width) {
  size_t fits = 0;
  for (size_t end = 0; text[end] != '\0';) {
    end += strspn(text + end, " ");
    end += strcspn(text + end, " ");
    if (wb_text_width_n(text, end) > width) break;
    fits = end;
  }
  return fits;
}

/* Adds one line of the row, and moves `rest` past it; false: nothing was left. */
static bool add_row_line(const struct table *table, const char **rest, bool heading,
                         struct wb_document *document) {
  bool left = false;
  size_t blanks = 0;
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) left = left || rest[i][0] != '\0';
  if (!left) return false;
  wb_document_add_line(document);
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) {
    if (table->width[i] == 0) continue;
    const size_t length = line_length(rest[i], table->width[i]);
    if (length > 0) {
      wb_put(document, WB_STYLE_PLAIN, "%*s", (int)blanks, "");
      wb_document_add(document,
                      heading || i == WB_LANGUAGE_OPENCL ? WB_STYLE_STRONG : WB_STYLE_PLAIN,
                      rest[i], length);
      blanks = 0;
    }
    blanks += table->width[i] - wb_text_width_n(rest[i], length) + GAP;
    rest[i] += length + strspn(rest[i] + length, " ");
  }
  return true;
}

/* NULL: the headings. */
static void add_row(const struct table *table, const struct wb_term *term,
                    struct wb_document *document) {
  char *cells[WB_LANGUAGE_COUNT];
  const char *rest[WB_LANGUAGE_COUNT];
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) {
    const enum wb_language language = (enum wb_language)i;
    cells[i] = term != NULL ? wb_term_cell(term, language) : wb_strdup(wb_language_name(language));
    rest[i] = table->width[i] > 0 ? cells[i] : "";
  }
  while (add_row_line(table, rest, term == NULL, document)) continue;
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) free(cells[i]);
}

/* "CUDA, Mojo, HIP: thread" from the language on; appends nothing where the languages before it say
 * the cell, or where it is empty. */
static void add_names(const struct table *table, const struct wb_term *term, size_t language,
                      struct wb_str *line) {
  char *cells[WB_LANGUAGE_COUNT];
  bool said = !is_shown(table, term, language);
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) cells[i] = wb_term_cell(term, (enum wb_language)i);
  for (size_t i = WB_LANGUAGE_OPENCL + 1; i < language; i++)
    said = said || (is_shown(table, term, i) && strcmp(cells[i], cells[language]) == 0);
  for (size_t i = language; i < WB_LANGUAGE_COUNT && !said; i++)
    if (is_shown(table, term, i) && strcmp(cells[i], cells[language]) == 0)
      wb_str_addf(line, "%s%s", i > language ? ", " : "", wb_language_name((enum wb_language)i));
  if (!said) wb_str_addf(line, ": %s", cells[language]);
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++) free(cells[i]);
}

/* The word, and below it a line for each name. */
static void add_paragraph(const struct table *table, const struct wb_term *term, unsigned width,
                          struct wb_document *document) {
  if (document->n_lines > 0) wb_document_add_line(document);
  wb_put_line(document, WB_STYLE_STRONG, "%s", term->word);
  for (size_t i = WB_LANGUAGE_OPENCL + 1; i < WB_LANGUAGE_COUNT; i++) {
    struct wb_str line;
    wb_str_init(&line);
    add_names(table, term, i, &line);
    if (line.length > 0) {
      struct wb_wrap wrap;
      wb_wrap_init(&wrap, document, width);
      wb_str_addf(&wrap.indent, "%*s", LIST_INDENT, "");
      wb_wrap_text(&wrap, WB_STYLE_PLAIN, line.data, line.length);
      wb_wrap_end_line(&wrap);
      wb_wrap_release(&wrap);
    }
    wb_str_release(&line);
  }
}

void wb_glossary_write_table(const struct wb_glossary *glossary, enum wb_language only,
                             unsigned width, struct wb_document *document) {
  struct table table = {.glossary = glossary, .only = only};
  const bool fits = fit_columns(&table, width);
  if (fits) add_row(&table, NULL, document);
  for (size_t i = 0; i < glossary->count; i++) {
    const struct wb_term *term = &glossary->terms[i];
    if (!wb_term_is_in_table(term, only)) continue;
    if (fits)
      add_row(&table, term, document);
    else
      add_paragraph(&table, term, width, document);
  }
}
