/* What a block of a drawing says of cells that other lines have: arrows and spans. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/diagram_reader.h"

static const char blanks[] = " \t";

static bool has_cells(const struct wb_diagram_part *part) {
  return part->kind == WB_DIAGRAM_LABELS || part->kind == WB_DIAGRAM_ROW ||
         part->kind == WB_DIAGRAM_GRID;
}

/* ---- arrows: `0>0 1>2!` ------------------------------------------------------------------ */

/* One end: a cell's number, or of a grid's cell `row,column`. */
struct arrow_end {
  size_t row, cell;
  bool has_row;
};

static bool take_number(const char **at, size_t *number) {
  char *end;
  if (**at < '0' || **at > '9') return false;
  *number = strtoul(*at, &end, 10);
  *at = end;
  return true;
}

static bool take_end(const char **at, struct arrow_end *end) {
  *end = (struct arrow_end){0};
  if (!take_number(at, &end->cell)) return false;
  if (**at != ',' || (*at)[1] < '0' || (*at)[1] > '9') return true;
  ++*at;
  end->has_row = true;
  end->row = end->cell;
  return take_number(at, &end->cell);
}

/* The part of that cell, as "row out"; the caller frees. */
static char *part_title(const struct wb_diagram_part *part) {
  const char *kind = part->kind == WB_DIAGRAM_GRID     ? "grid"
                     : part->kind == WB_DIAGRAM_LABELS ? "ids"
                                                       : "row";
  return wb_format("%s%s%s", kind, part->name[0] != '\0' ? " " : "", part->name);
}

/* The index of the cell that an arrow's end names; false, with a mistake, where there is none. */
static bool find_cell(struct wb_diagram_reader *r, const struct wb_diagram_part *part,
                      const struct arrow_end *end, const char *word, size_t *cell) {
  const size_t rows = part->columns > 0 ? part->n_cells / part->columns : 0;
  const bool is_there =
      end->has_row ? end->row < rows && end->cell < part->columns : end->cell < part->n_cells;
  char *title = part_title(part);
  if (part->n_cells == 0)
    r->failed = true; /* which was told */
  else if (!is_there && end->has_row)
    wb_diagram_mistake(r, "Cells of a grid are `row,column`, counted from 0.",
                       "%s: \"%s\" has the rows 0 to %zu and the columns 0 to %zu", word, title,
                       rows > 0 ? rows - 1 : 0, part->columns > 0 ? part->columns - 1 : 0);
  else if (!is_there)
    wb_diagram_mistake(r, "Cells are counted from 0, without the borders.",
                       "%s: \"%s\" has the cells 0 to %zu", word, title, part->n_cells - 1);
  free(title);
  *cell = end->has_row ? end->row * part->columns + end->cell : end->cell;
  return is_there;
}

static void read_arrow(struct wb_diagram_reader *r, struct wb_diagram_part *part, char *word) {
  const struct wb_diagram_part *parts = r->diagram->parts;
  struct wb_diagram_arrow arrow = {0};
  struct arrow_end from, to;
  const char *at = word;
  const size_t length = strlen(word);
  if (length > 0 && word[length - 1] == ',') word[length - 1] = '\0';
  bool reads = take_end(&at, &from) && *at == '>';
  if (reads) at++;
  reads = reads && take_end(&at, &to);
  arrow.wrong = reads && *at == '!';
  if (arrow.wrong) at++;
  if (!reads || *at != '\0') {
    wb_diagram_mistake(r, "Write 0>3 for an arrow from cell 0 to cell 3, 0>3! for a wrong one.",
                       "\"%s\" is no arrow", word);
    return;
  }
  const bool starts = find_cell(r, &parts[part->above], &from, word, &arrow.from);
  if (!find_cell(r, &parts[part->below], &to, word, &arrow.to) || !starts) return;
  part->arrows =
      wb_grow(part->arrows, &part->arrow_capacity, part->n_arrows + 1, sizeof part->arrows[0]);
  part->arrows[part->n_arrows++] = arrow;
}

/* Their ends are looked up when all parts are there: until then the part keeps what is written. */
void wb_diagram_begin_arrows(struct wb_diagram_reader *r, const char *name, const char *content) {
  (void)name;
  struct wb_diagram_part *part = wb_diagram_add_part(r, WB_DIAGRAM_ARROWS);
  wb_diagram_set_text(&part->text, wb_strdup(content));
}

static bool find_part_above(const struct wb_diagram *diagram, size_t index, size_t *above) {
  for (size_t i = index; i-- > 0;)
    if (has_cells(&diagram->parts[i])) {
      *above = i;
      return true;
    }
  return false;
}

static bool find_part_below(const struct wb_diagram *diagram, size_t index, size_t *below) {
  for (size_t i = index + 1; i < diagram->n_parts; i++)
    if (has_cells(&diagram->parts[i])) {
      *below = i;
      return true;
    }
  return false;
}

void wb_diagram_end_arrows(struct wb_diagram_reader *r, size_t index) {
  struct wb_diagram_part *part = &r->diagram->parts[index];
  const char *at = part->text;
  struct wb_diagram_word word;
  if (!find_part_above(r->diagram, index, &part->above) ||
      !find_part_below(r->diagram, index, &part->below)) {
    wb_diagram_mistake(r, "Put a row, ids or a grid above and below them.",
                       "arrows lead from one row to another, and there is only one");
    return;
  }
  while (wb_diagram_next_word(r, &at, &word)) {
    read_arrow(r, part, word.text);
    free(word.text);
  }
  if (part->n_arrows == 0 && !r->failed)
    wb_diagram_mistake(r, "Write 0>3 for an arrow from cell 0 to cell 3.", "there are no arrows");
  if (part->n_arrows > WB_DIAGRAM_MOST_ARROWS)
    wb_diagram_mistake(r, "Draw some of them, and say the rest.",
                       "there are %zu arrows, more than %d", part->n_arrows,
                       (int)WB_DIAGRAM_MOST_ARROWS);
  wb_diagram_set_text(&part->text, wb_strdup(""));
}

/* ---- spans: `0-2 tile, 3-3 halo` --------------------------------------------------------- */

static size_t span_length(const char *text) {
  bool quoted = false;
  size_t at = 0;
  for (; text[at] != '\0' && (quoted || text[at] != ','); at++) quoted ^= text[at] == '"';
  return at;
}

static void read_span(struct wb_diagram_reader *r, struct wb_diagram_part *part, const char *text) {
  const struct wb_diagram_part *above = &r->diagram->parts[part->above];
  struct wb_diagram_span span = {0};
  const char *at = text;
  bool reads = take_number(&at, &span.first);
  span.last = span.first;
  if (reads && *at == '-') {
    at++;
    reads = take_number(&at, &span.last);
  }
  if (!reads || (*at != '\0' && strchr(blanks, *at) == NULL) || span.last < span.first) {
    wb_diagram_mistake(r, "Write 0-3 and a label: a span from cell 0 to cell 3, both included.",
                       "\"%s\" is no span", text);
    return;
  }
  if (span.last >= above->columns) {
    char *title = part_title(above);
    if (above->columns > 0)
      wb_diagram_mistake(r, "Cells are counted from 0, without the borders.",
                         "%zu-%zu: \"%s\" has the cells 0 to %zu", span.first, span.last, title,
                         above->columns - 1);
    free(title);
    return;
  }
  span.label = wb_diagram_unquoted(wb_diagram_trimmed(at, strlen(at)));
  wb_diagram_check_length(r, span.label);
  part->spans =
      wb_grow(part->spans, &part->span_capacity, part->n_spans + 1, sizeof part->spans[0]);
  part->spans[part->n_spans++] = span;
}

void wb_diagram_read_spans(struct wb_diagram_reader *r, const char *name, const char *content) {
  (void)name;
  struct wb_diagram_part *part = wb_diagram_add_part(r, WB_DIAGRAM_SPANS);
  if (!find_part_above(r->diagram, r->diagram->n_parts - 1, &part->above)) {
    wb_diagram_mistake(r, "Put a row, ids or a grid above them.", "spans are under a row");
    return;
  }
  for (const char *at = content;; at++) {
    const size_t length = span_length(at);
    char *text = wb_diagram_trimmed(at, length);
    if (text[0] != '\0' || (at == content && at[length] == '\0')) read_span(r, part, text);
    free(text);
    at += length;
    if (*at == '\0') break;
  }
  if (part->n_spans > WB_DIAGRAM_MOST_SPANS)
    wb_diagram_mistake(r, "Draw some of them, and say the rest.",
                       "there are %zu spans, more than %d", part->n_spans,
                       (int)WB_DIAGRAM_MOST_SPANS);
}
