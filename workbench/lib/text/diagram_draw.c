/* A diagram on a terminal. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/columns.h"
#include "text/diagram_arrows.h"
#include "text/diagram_canvas.h"
#include "text/diagram_layout.h"

/* A drawing of more lines than SCREEN_LINES is no longer seen at once. */
enum { LEAST_ROOM = 10, TABLE_LEAST = 9, SCREEN_LINES = 24 };

/* Where the drawing stands. Parts with lines of cells leave `row` at their last line where that is
 * a border, which the next boxes may share. */
struct drawing {
  const struct wb_diagram *diagram;
  struct wb_diagram_layout layout;
  struct wb_canvas canvas;
  size_t room;
  size_t most_tracks;             /* of the arrows between two rows */
  size_t row;                     /* the next free one */
  bool shares;                    /* the row before is the lower border of a row of boxes */
  size_t top;                     /* of the grids that stand side by side */
  size_t *table_at, *table_width; /* of each column of the table */
};

static size_t left_of(const struct drawing *d) { return wb_diagram_left(&d->layout); }

static void put_name(struct drawing *d, const struct wb_diagram_part *part, size_t row) {
  wb_canvas_text(&d->canvas, row, 0, part->name, WB_STYLE_PLAIN);
}

static void put_centred(struct drawing *d, size_t row, size_t at, size_t width, const char *text,
                        enum wb_style style) {
  const size_t columns = wb_text_width(text);
  wb_canvas_text(&d->canvas, row, columns < width ? at + (width - columns + 1) / 2 : at, text,
                 style);
}

/* ---- cells ------------------------------------------------------------------------------- */

static void put_content(struct drawing *d, const struct wb_diagram_cell *cell, size_t row,
                        size_t at, size_t width) {
  static const char *const dots[] = {"·", "··", "···"};
  if (cell->kind == WB_CELL_TEXT)
    put_centred(d, row, at, width, cell->text, WB_STYLE_CODE);
  else if (cell->kind == WB_CELL_LEFT_OUT)
    put_centred(d, row, at, width, dots[width < 3 ? width - 1 : 2 - (width + 1) % 2], WB_STYLE_DIM);
}

/* Two groups that share a border, for want of room, have a double one. */
static void put_shared_border(struct drawing *d, size_t column, size_t top, size_t bottom) {
  for (size_t row = top; row <= bottom; row++)
    if (column < d->canvas.columns) d->canvas.rows[row][column].look = WB_LOOK_DOUBLE;
}

/* A cell with its box, whose upper border is at `top`. */
static void put_cell(struct drawing *d, const struct wb_diagram_part *part,
                     const struct wb_diagram_cells *cells, size_t index, size_t top) {
  const struct wb_diagram_cell *cell = &part->cells[index];
  const size_t column = index % part->columns;
  if (cell->kind == WB_CELL_JOINED) return;
  const size_t right = wb_diagram_border_after(part, cells, index);
  wb_canvas_box(&d->canvas, top, top + 2, cells->at[column] - 1, right, WB_STYLE_DIM);
  if (cell->group_before &&
      cells->at[column] == cells->at[column - 1] + cells->width[column - 1] + 1)
    put_shared_border(d, cells->at[column] - 1, top, top + 2);
  put_content(d, cell, top + 1, cells->at[column], wb_diagram_inside(part, cells, index));
}

static void draw_row(struct drawing *d, const struct wb_diagram_part *part) {
  const size_t top = d->shares ? d->row - 1 : d->row;
  for (size_t i = 0; i < part->n_cells; i++) put_cell(d, part, &d->layout.common, i, top);
  put_name(d, part, top + 1);
  d->row = top + 3;
  d->shares = true;
}

static void draw_labels(struct drawing *d, const struct wb_diagram_part *part) {
  const struct wb_diagram_cells *cells = &d->layout.common;
  for (size_t i = 0; i < part->n_cells; i++) {
    const struct wb_diagram_cell *cell = &part->cells[i];
    if (cell->kind == WB_CELL_TEXT)
      put_centred(d, d->row, cells->at[i], wb_diagram_inside(part, cells, i), cell->text,
                  WB_STYLE_PLAIN);
    else
      put_content(d, cell, d->row, cells->at[i], cells->width[i]);
    if (cell->group_before)
      wb_canvas_text(&d->canvas, d->row,
                     (cells->at[i] + cells->at[i - 1] + cells->width[i - 1]) / 2, "│",
                     WB_STYLE_DIM);
  }
  put_name(d, part, d->row++);
}

/* ---- grids ------------------------------------------------------------------------------- */

static void put_grid_labels(struct drawing *d, const struct wb_diagram_part *part,
                            const struct wb_diagram_cells *cells, size_t top) {
  for (size_t i = 0; i < part->column_labels.count; i++)
    put_centred(d, top - 1, cells->at[i], cells->width[i], part->column_labels.items[i],
                WB_STYLE_PLAIN);
  for (size_t i = 0; i < part->row_labels.count; i++) {
    const char *label = part->row_labels.items[i];
    wb_canvas_text(&d->canvas, top + 1 + 2 * i, cells->left - wb_text_width(label) - 1, label,
                   WB_STYLE_PLAIN);
  }
}

/* Where groups of rows meet, the border is double. */
static void put_level_border(struct drawing *d, const struct wb_diagram_cells *cells, size_t row) {
  for (size_t x = cells->left; x <= cells->right; x++) {
    const unsigned arms = d->canvas.rows[row][x].arms;
    const char *character = "═";
    if ((arms & (WB_ARM_UP | WB_ARM_DOWN)) != 0)
      character = (arms & WB_ARM_LEFT) == 0 ? "╞" : (arms & WB_ARM_RIGHT) == 0 ? "╡" : "╪";
    if (arms != 0) wb_canvas_text(&d->canvas, row, x, character, WB_STYLE_DIM);
  }
}

static void put_level_borders(struct drawing *d, const struct wb_diagram_part *part,
                              const struct wb_diagram_cells *cells, size_t top) {
  for (size_t i = 0; i < part->n_cells; i += part->columns)
    if (part->cells[i].group_above) put_level_border(d, cells, top + 2 * (i / part->columns));
}

/* Grids side by side begin on one line, whether or not they have labels above them. */
static bool line_has_labels(const struct drawing *d, size_t index) {
  while (d->layout.grids[index].beside) index--;
  bool has = false;
  do {
    has = has || d->diagram->parts[index].column_labels.count > 0;
    index++;
  } while (index < d->diagram->n_parts && d->layout.grids[index].beside);
  return has;
}

static void draw_grid(struct drawing *d, const struct wb_diagram_part *part) {
  const size_t index = (size_t)(part - d->diagram->parts);
  const struct wb_diagram_grid_place *place = &d->layout.grids[index];
  if (!place->beside) d->top = d->row + (line_has_labels(d, index) ? 1 : 0);
  for (size_t i = 0; i < part->n_cells; i++)
    put_cell(d, part, &place->cells, i, d->top + 2 * (i / part->columns));
  put_level_borders(d, part, &place->cells, d->top);
  put_grid_labels(d, part, &place->cells, d->top);
  wb_canvas_text(&d->canvas, d->top + 1, place->name_at, part->name, WB_STYLE_PLAIN);
  const size_t end = d->top + 2 * (part->n_cells / part->columns) + 1;
  if (end > d->row) d->row = end;
  d->shares = false;
}

/* ---- arrows ------------------------------------------------------------------------------ */

/* The middle of a cell, and how many columns beside it are still inside. */
static size_t find_middle(const struct drawing *d, size_t part, size_t cell, size_t *spare) {
  const struct wb_diagram_part *one = &d->diagram->parts[part];
  const struct wb_diagram_cells *cells = wb_diagram_places(d->diagram, &d->layout, part);
  const size_t inside = wb_diagram_inside(one, cells, cell);
  *spare = (inside - 1) / 2;
  return cells->at[cell % one->columns] + inside / 2;
}

static struct wb_arrow_way way_of(const struct drawing *d, const struct wb_diagram_part *part,
                                  const struct wb_diagram_arrow *arrow) {
  struct wb_arrow_way way = {.wrong = arrow->wrong};
  way.from = find_middle(d, part->above, arrow->from, &way.from_spare);
  way.to = find_middle(d, part->below, arrow->to, &way.to_spare);
  return way;
}

/* An arrow from a row of a grid that is not its last, or to one that is not its first, would run
 * over other cells. */
static bool can_be_drawn(const struct drawing *d, const struct wb_diagram_part *part,
                         const struct wb_diagram_arrow *arrow) {
  const struct wb_diagram_part *above = &d->diagram->parts[part->above];
  const struct wb_diagram_part *below = &d->diagram->parts[part->below];
  return arrow->from + above->columns >= above->n_cells && arrow->to < below->columns;
}

/* A blank at which no line ends. */
#define NO_BREAK "\xC2\xA0"

/* "a[0]", "work-item 0", "m 1,2" */
static void add_cell_name(struct wb_str *out, const struct wb_diagram_part *part, size_t cell) {
  if (part->name[0] != '\0')
    wb_str_addf(out, "%s%s", part->name, wb_diagram_is_array(part) ? "" : NO_BREAK);
  if (part->kind == WB_DIAGRAM_GRID)
    wb_str_addf(out, "%zu,%zu", cell / part->columns, cell % part->columns);
  else
    wb_str_addf(out, wb_diagram_is_array(part) ? "[%zu]" : "%zu", cell);
}

static void put_wrapped(struct drawing *d, size_t column, size_t columns, const char *text,
                        enum wb_style style) {
  struct wb_document lines = {0};
  wb_diagram_break(&lines, text, columns, style);
  for (size_t i = 0; i < lines.n_lines; i++, d->row++) {
    size_t at = column;
    for (size_t s = 0; s < lines.lines[i].n_spans; s++) {
      const struct wb_span *span = &lines.lines[i].spans[s];
      wb_canvas_text(&d->canvas, d->row, at, span->text, span->style);
      at += wb_text_width(span->text);
    }
  }
  wb_document_release(&lines);
}

static size_t room_from(const struct drawing *d, size_t column) {
  return column + LEAST_ROOM < d->room ? d->room - column : LEAST_ROOM;
}

/* Arrows that cannot be drawn are written: "a[0] → out[3], a[1] → out[2]". */
static void write_arrows(struct drawing *d, const struct wb_diagram_part *part, bool all) {
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < part->n_arrows; i++) {
    const struct wb_diagram_arrow *arrow = &part->arrows[i];
    if (!all && can_be_drawn(d, part, arrow)) continue;
    wb_str_add(&text, text.length > 0 ? ", " : "");
    add_cell_name(&text, &d->diagram->parts[part->above], arrow->from);
    wb_str_add(&text, NO_BREAK "→" NO_BREAK);
    add_cell_name(&text, &d->diagram->parts[part->below], arrow->to);
    if (arrow->wrong) wb_str_add(&text, NO_BREAK "✗");
  }
  if (text.length > 0)
    put_wrapped(d, left_of(d), room_from(d, left_of(d)), text.data, WB_STYLE_CODE);
  wb_str_release(&text);
}

/* All arrows between the same two rows are one tangle, in whatever lines they are written. */
static void draw_arrows(struct drawing *d, const struct wb_diagram_part *part) {
  struct wb_arrow_way *ways = wb_alloc((part->n_arrows + 1) * sizeof *ways);
  size_t count = 0;
  for (size_t i = 0; i < part->n_arrows; i++)
    if (can_be_drawn(d, part, &part->arrows[i])) ways[count++] = way_of(d, part, &part->arrows[i]);
  const size_t rows = wb_arrows_draw(ways, count, &d->canvas, d->row, d->most_tracks);
  d->row += rows;
  write_arrows(d, part, rows == 0);
  d->shares = false;
  free(ways);
}

/* ---- spans ------------------------------------------------------------------------------- */

static void put_bracket(struct drawing *d, const struct wb_diagram_bracket *bracket,
                        const char *text) {
  const size_t row = d->row;
  wb_canvas_level(&d->canvas, row, bracket->from, bracket->to, WB_LOOK_LIGHT, WB_STYLE_CODE);
  wb_canvas_arms(&d->canvas, row, bracket->from, WB_ARM_UP, WB_LOOK_LIGHT, WB_STYLE_CODE);
  wb_canvas_arms(&d->canvas, row, bracket->to, WB_ARM_UP, WB_LOOK_LIGHT, WB_STYLE_CODE);
  if (text[0] == '\0') return;
  if (bracket->inside) {
    char *label = wb_format(" %s ", text);
    put_centred(d, row, bracket->from, bracket->to - bracket->from + 1, label, WB_STYLE_CODE);
    free(label);
  } else {
    wb_canvas_arms(&d->canvas, row, wb_diagram_bracket_middle(bracket), WB_ARM_DOWN, WB_LOOK_LIGHT,
                   WB_STYLE_CODE);
  }
}

/* A label below its bracket, with a line that leads there where it is not the next one. */
static void put_label(struct drawing *d, const struct wb_diagram_bracket *bracket,
                      const char *label) {
  for (size_t line = 1; line < bracket->label_line; line++)
    wb_canvas_arms(&d->canvas, d->row + line, wb_diagram_bracket_middle(bracket),
                   WB_ARM_UP | WB_ARM_DOWN, WB_LOOK_LIGHT, WB_STYLE_CODE);
  wb_canvas_text(&d->canvas, d->row + bracket->label_line, bracket->label_at, label, WB_STYLE_CODE);
}

static void draw_level(struct drawing *d, const struct wb_diagram_part *part,
                       const struct wb_diagram_bracket *brackets, size_t level) {
  size_t lines = 0;
  for (size_t i = 0; i < part->n_spans; i++) {
    const struct wb_diagram_bracket *bracket = &brackets[i];
    const char *label = part->spans[i].label;
    if (bracket->level != level) continue;
    put_bracket(d, bracket, label);
    if (bracket->inside || label[0] == '\0') continue;
    put_label(d, bracket, label);
    if (bracket->label_line > lines) lines = bracket->label_line;
  }
  d->row += lines + 1;
}

static void draw_spans(struct drawing *d, const struct wb_diagram_part *part) {
  struct wb_diagram_bracket *brackets = wb_alloc((part->n_spans + 1) * sizeof *brackets);
  const size_t levels = wb_diagram_brackets(d->diagram, &d->layout, part, d->room, brackets);
  for (size_t level = 0; level < levels; level++) draw_level(d, part, brackets, level);
  d->shares = false;
  free(brackets);
}

/* ---- barriers and notes ------------------------------------------------------------------ */

/* As long as the rest is wide: how wide that is, is known when all of it is drawn. */
static size_t drawn_columns(const struct drawing *d) {
  size_t widest = d->layout.width;
  for (size_t i = 0; i < d->diagram->n_parts; i++) {
    const struct wb_diagram_part *part = &d->diagram->parts[i];
    const size_t text = left_of(d) + wb_text_width(part->text) + 8;
    if (part->kind == WB_DIAGRAM_BARRIER && text > widest) widest = text;
  }
  return widest < d->canvas.columns ? widest : d->canvas.columns;
}

static void draw_barrier(struct drawing *d, const struct wb_diagram_part *part) {
  const size_t from = left_of(d), to = drawn_columns(d);
  char *text = part->text[0] != '\0' ? wb_format(" %s ", part->text) : wb_strdup("");
  for (size_t x = from; x < to; x++) wb_canvas_text(&d->canvas, d->row, x, "═", WB_STYLE_STRONG);
  put_centred(d, d->row++, from, to - from, text, WB_STYLE_STRONG);
  d->shares = false;
  free(text);
}

static void draw_note(struct drawing *d, const struct wb_diagram_part *part) {
  put_wrapped(d, 0, d->room, part->text, WB_STYLE_PLAIN);
  d->shares = false;
}

/* ---- time -------------------------------------------------------------------------------- */

/* A line of its own for whoever draws: level lines end in the middle of a character. */
static void put_rule(struct drawing *d, size_t from, size_t to) {
  for (size_t x = from; x <= to; x++)
    wb_canvas_arms(&d->canvas, d->row, x, WB_ARM_LEFT | WB_ARM_RIGHT, WB_LOOK_LIGHT, WB_STYLE_DIM);
}

static bool time_uses(const struct drawing *d, size_t end, char step) {
  bool uses = false;
  for (size_t i = end + 1; i-- > 0 && d->diagram->parts[i].kind == WB_DIAGRAM_TIME;)
    uses = uses || strchr(d->diagram->parts[i].text, step) != NULL;
  return uses;
}

static void draw_axis(struct drawing *d, size_t end, size_t scale) {
  size_t longest = 0;
  for (size_t i = end + 1; i-- > 0 && d->diagram->parts[i].kind == WB_DIAGRAM_TIME;)
    if (strlen(d->diagram->parts[i].text) > longest) longest = strlen(d->diagram->parts[i].text);
  const size_t from = left_of(d), to = from + scale * longest;
  struct wb_str legend;
  wb_str_init(&legend);
  wb_str_add(&legend, "time");
  if (time_uses(d, end, '#')) wb_str_add(&legend, "   █ busy");
  if (time_uses(d, end, '.')) wb_str_add(&legend, "   ░ waiting");
  put_rule(d, from, to);
  wb_canvas_text(&d->canvas, d->row, to, "▶", WB_STYLE_DIM);
  if (to + 2 + wb_text_width(legend.data) > d->room)
    wb_canvas_text(&d->canvas, ++d->row, from, legend.data, WB_STYLE_PLAIN);
  else
    wb_canvas_text(&d->canvas, d->row, to + 2, legend.data, WB_STYLE_PLAIN);
  d->row++;
  wb_str_release(&legend);
}

static void draw_time(struct drawing *d, const struct wb_diagram_part *part) {
  const size_t index = (size_t)(part - d->diagram->parts);
  const size_t scale = wb_diagram_time_scale(d->diagram, &d->layout, d->room);
  for (size_t i = 0; part->text[i] != '\0'; i++)
    for (size_t k = 0; k < scale; k++)
      wb_canvas_text(&d->canvas, d->row, left_of(d) + i * scale + k,
                     part->text[i] == '#'   ? "█"
                     : part->text[i] == '.' ? "░"
                                            : " ",
                     WB_STYLE_CODE);
  put_name(d, part, d->row++);
  const bool is_last =
      index + 1 == d->diagram->n_parts || d->diagram->parts[index + 1].kind != WB_DIAGRAM_TIME;
  if (is_last) draw_axis(d, index, scale);
  d->shares = false;
}

/* ---- tables ------------------------------------------------------------------------------ */

static void put_column_border(struct drawing *d, size_t column, size_t from, size_t to) {
  for (size_t y = from; y < to; y++)
    wb_canvas_arms(&d->canvas, y, d->table_at[column] - 2, WB_ARM_UP | WB_ARM_DOWN, WB_LOOK_LIGHT,
                   WB_STYLE_DIM);
}

/* The texts of a line of the table, each broken in its column. */
static void put_table_line(struct drawing *d, const struct wb_diagram_part *part,
                           enum wb_style style) {
  const size_t top = d->row;
  size_t bottom = top + 1;
  for (size_t k = 0; k < part->n_cells; k++) {
    d->row = top;
    put_wrapped(d, d->table_at[k], d->table_width[k], part->cells[k].text, style);
    if (d->row > bottom) bottom = d->row;
  }
  d->row = bottom;
  for (size_t k = 1; k < part->n_cells; k++) put_column_border(d, k, top, bottom);
}

static void draw_columns(struct drawing *d, const struct wb_diagram_part *part) {
  const size_t n = part->n_cells;
  free(d->table_at);
  free(d->table_width);
  d->table_at = wb_alloc(n * sizeof *d->table_at);
  d->table_width = wb_alloc(n * sizeof *d->table_width);
  wb_diagram_table(d->diagram, &d->layout, part, d->room, d->table_at, d->table_width);
  put_table_line(d, part, WB_STYLE_STRONG);
  put_rule(d, left_of(d) + 1, d->table_at[n - 1] + d->table_width[n - 1]);
  for (size_t k = 1; k < n; k++) put_column_border(d, k, d->row, d->row + 1);
  d->row++;
  d->shares = false;
}

/* Time goes down at the left. */
static void draw_step(struct drawing *d, const struct wb_diagram_part *part) {
  const size_t top = d->row;
  const bool is_last = wb_diagram_is_last_step(d->diagram, part);
  put_name(d, part, top);
  put_table_line(d, part, WB_STYLE_CODE);
  for (size_t y = top; y < d->row; y++)
    wb_canvas_text(&d->canvas, y, left_of(d), is_last && y + 1 == d->row ? "▼" : "│", WB_STYLE_DIM);
  d->shares = false;
}

/* ---- all of it --------------------------------------------------------------------------- */

static void draw_part(struct drawing *d, const struct wb_diagram_part *part) {
  static void (*const drawers[])(struct drawing *, const struct wb_diagram_part *) = {
      [WB_DIAGRAM_LABELS] = draw_labels, [WB_DIAGRAM_ROW] = draw_row,
      [WB_DIAGRAM_GRID] = draw_grid,     [WB_DIAGRAM_ARROWS] = draw_arrows,
      [WB_DIAGRAM_SPANS] = draw_spans,   [WB_DIAGRAM_BARRIER] = draw_barrier,
      [WB_DIAGRAM_TIME] = draw_time,     [WB_DIAGRAM_COLUMNS] = draw_columns,
      [WB_DIAGRAM_STEP] = draw_step,     [WB_DIAGRAM_NOTE] = draw_note,
  };
  drawers[part->kind](d, part);
  if (part->kind == WB_DIAGRAM_LABELS) d->shares = false;
}

/* Wide enough for whatever is drawn; blanks at the ends of lines are left out. */
static size_t canvas_columns(const struct drawing *d) {
  size_t columns = d->layout.width > d->room ? d->layout.width : d->room;
  for (size_t i = 0; i < d->diagram->n_parts; i++) {
    const struct wb_diagram_part *part = &d->diagram->parts[i];
    size_t own = left_of(d) + 10 + wb_text_width(part->text);
    for (size_t k = 0; k < part->n_spans; k++) own += wb_text_width(part->spans[k].label);
    if (part->kind == WB_DIAGRAM_COLUMNS) own += part->n_cells * TABLE_LEAST;
    if (own > columns && part->kind != WB_DIAGRAM_NOTE) columns = own;
  }
  return columns;
}

static void draw_canvas(struct drawing *d) {
  d->canvas.columns = canvas_columns(d);
  if (d->diagram->title[0] != '\0') {
    put_wrapped(d, 0, d->room, d->diagram->title, WB_STYLE_STRONG);
  }
  for (size_t i = 0; i < d->diagram->n_parts; i++) draw_part(d, &d->diagram->parts[i]);
}

/* Draws it with at most so many tracks; `longest`: only if it has no more lines than that. */
static bool draw_with(const struct wb_diagram *diagram, size_t room, size_t most_tracks,
                      size_t longest, struct wb_document *document) {
  struct drawing d = {.diagram = diagram,
                      .room = room < LEAST_ROOM ? LEAST_ROOM : room,
                      .most_tracks = most_tracks};
  d.layout = wb_diagram_layout_of(diagram, d.room);
  draw_canvas(&d);
  const bool fits = d.canvas.n_rows <= longest;
  if (fits) wb_canvas_put(&d.canvas, document);
  wb_canvas_release(&d.canvas);
  wb_diagram_layout_release(&d.layout);
  free(d.table_at);
  free(d.table_width);
  return fits;
}

void wb_diagram_draw(const struct wb_diagram *diagram, size_t room, struct wb_document *document) {
  if (!draw_with(diagram, room, WB_ARROWS_MOST, SCREEN_LINES, document))
    draw_with(diagram, room, WB_ARROWS_FEW, SIZE_MAX, document);
}

size_t wb_diagram_columns(const struct wb_diagram *diagram, size_t room) {
  struct wb_document document = {0};
  size_t widest = 0;
  wb_diagram_draw(diagram, room, &document);
  for (size_t i = 0; i < document.n_lines; i++)
    if (wb_line_width(&document.lines[i]) > widest) widest = wb_line_width(&document.lines[i]);
  wb_document_release(&document);
  return widest;
}
