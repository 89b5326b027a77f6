/* Drawings that are data as SVG. Cells stand in the columns that they have on a terminal
 * (diagram_layout.h); arrows go straight from cell to cell. Colours are the style sheet's, by
 * class:
 *
 *   cell      a box                  line      brackets, axes, rules
 *   arrow     a line with its head   wrong     one that is wrong, which is dashed, too
 *   barrier   its line               busy, waiting   steps of time
 *   label     names and numbers outside of boxes
 *
 * Without a style sheet all of it has the colour of its surroundings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/columns.h"
#include "text/diagram_layout.h"
#include "text/html.h"

/* Tenths of a pixel. */
enum {
  COLUMN = 84,
  LINE = 200,
  BASELINE = 145, /* of a text in its line */
  BOX = 280,
  ARROWS = 340,
  MOST_ARROWS = 760,
  HEAD = 70,
  MARGIN = 20
};

/* Where a part is, from its upper edge to its lower one. */
struct place {
  long top, bottom;
  long cells; /* where boxes begin: below labels of columns */
};

struct picture {
  const struct wb_diagram *diagram;
  struct wb_diagram_layout layout;
  struct place *places;
  size_t room;
  long right, bottom;
  struct wb_str out;
};

/* ---- elements ---------------------------------------------------------------------------- */

static void add_tenths(struct wb_str *out, long tenths) {
  wb_str_addf(out, "%ld", tenths / 10);
  if (tenths % 10 != 0) wb_str_addf(out, ".%ld", tenths % 10);
}

static void add_attribute(struct wb_str *out, const char *name, long tenths) {
  wb_str_addf(out, " %s=\"", name);
  add_tenths(out, tenths);
  wb_str_add_char(out, '"');
}

static void add_point(struct wb_str *out, char command, long x, long y) {
  wb_str_add_char(out, command);
  add_tenths(out, x);
  wb_str_add_char(out, ' ');
  add_tenths(out, y);
}

static void add_rectangle(struct picture *p, const char *class, long x, long y, long width,
                          long height) {
  wb_str_addf(&p->out, "<rect class=\"%s\" fill=\"%s\" stroke=\"currentColor\"", class,
              strcmp(class, "busy") == 0 ? "currentColor" : "none");
  add_attribute(&p->out, "x", x);
  add_attribute(&p->out, "y", y);
  add_attribute(&p->out, "width", width);
  add_attribute(&p->out, "height", height);
  wb_str_add(&p->out, "/>\n");
}

static void add_path(struct picture *p, const char *class, const char *data) {
  wb_str_addf(&p->out,
              "<path class=\"%s\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.3\"%s "
              "d=\"%s\"/>\n",
              class, strstr(class, "wrong") != NULL ? " stroke-dasharray=\"5 3\"" : "", data);
}

static void add_line(struct picture *p, const char *class, long x0, long y0, long x1, long y1) {
  struct wb_str data;
  wb_str_init(&data);
  add_point(&data, 'M', x0, y0);
  add_point(&data, 'L', x1, y1);
  add_path(p, class, data.data);
  wb_str_release(&data);
}

/* One line; `y` is its upper edge. */
static void add_text(struct picture *p, const char *class, long x, long y, const char *text) {
  const long width = (long)wb_text_width(text) * COLUMN;
  if (text[0] == '\0') return;
  wb_str_addf(&p->out, "<text class=\"%s\"", class);
  add_attribute(&p->out, "x", x);
  add_attribute(&p->out, "y", y + BASELINE);
  add_attribute(&p->out, "textLength", width);
  wb_str_add_char(&p->out, '>');
  wb_html_text(&p->out, text);
  wb_str_add(&p->out, "</text>\n");
  if (x + width > p->right) p->right = x + width;
}

static void add_centred(struct picture *p, const char *class, long middle, long y,
                        const char *text) {
  const long width = (long)wb_text_width(text) * COLUMN;
  add_text(p, class, middle > width / 2 ? middle - width / 2 : 0, y, text);
}

/* Returns how many lines it takes. */
static long add_wrapped(struct picture *p, const char *class, long x, long y, const char *text,
                        size_t columns) {
  struct wb_document lines = {0};
  wb_diagram_break(&lines, text, columns, WB_STYLE_PLAIN);
  for (size_t i = 0; i < lines.n_lines; i++) {
    struct wb_str line;
    wb_str_init(&line);
    for (size_t s = 0; s < lines.lines[i].n_spans; s++)
      wb_str_add(&line, lines.lines[i].spans[s].text);
    add_text(p, class, x, y + (long)i * LINE, line.data);
    wb_str_release(&line);
  }
  const long count = (long)lines.n_lines;
  wb_document_release(&lines);
  return count;
}

/* ---- cells ------------------------------------------------------------------------------- */

static long x_of(size_t column) { return (long)column * COLUMN; }

/* The middle of the column in which a border is. */
static long border_of(size_t column) { return x_of(column) + COLUMN / 2; }

static long left_of(const struct picture *p) { return border_of(wb_diagram_left(&p->layout)); }

static long middle_of(const struct wb_diagram_part *part, const struct wb_diagram_cells *cells,
                      size_t index) {
  return x_of(cells->at[index % part->columns]) + x_of(wb_diagram_inside(part, cells, index)) / 2;
}

static void add_content(struct picture *p, const struct wb_diagram_cell *cell, const char *class,
                        long middle, long y) {
  if (cell->kind == WB_CELL_TEXT) add_centred(p, class, middle, y, cell->text);
  if (cell->kind == WB_CELL_LEFT_OUT) add_centred(p, class, middle, y, "…");
}

static void add_cell(struct picture *p, const struct wb_diagram_part *part,
                     const struct wb_diagram_cells *cells, size_t index, long top) {
  if (part->cells[index].kind == WB_CELL_JOINED) return;
  const long left = border_of(cells->at[index % part->columns] - 1);
  const long right = border_of(wb_diagram_border_after(part, cells, index));
  add_rectangle(p, "cell", left, top, right - left, BOX);
  add_content(p, &part->cells[index], "content", middle_of(part, cells, index),
              top + (BOX - LINE) / 2);
}

/* Two groups without room between them have a thicker border. */
static void add_group_borders(struct picture *p, const struct wb_diagram_part *part,
                              const struct wb_diagram_cells *cells, long top) {
  for (size_t i = 0; i < part->n_cells; i++) {
    const size_t column = i % part->columns;
    const long y = top + (long)(i / part->columns) * BOX, x = border_of(cells->at[column] - 1);
    if (part->cells[i].group_before &&
        cells->at[column] == cells->at[column - 1] + cells->width[column - 1] + 1)
      add_line(p, "barrier", x, y, x, y + BOX);
    if (part->cells[i].group_above)
      add_line(p, "barrier", x, y, border_of(wb_diagram_border_after(part, cells, i)), y);
  }
}

static void draw_row(struct picture *p, const struct wb_diagram_part *part,
                     const struct place *place) {
  for (size_t i = 0; i < part->n_cells; i++) add_cell(p, part, &p->layout.common, i, place->top);
  add_group_borders(p, part, &p->layout.common, place->top);
  add_text(p, "label", 0, place->top + (BOX - LINE) / 2, part->name);
}

static void draw_labels(struct picture *p, const struct wb_diagram_part *part,
                        const struct place *place) {
  const struct wb_diagram_cells *cells = &p->layout.common;
  for (size_t i = 0; i < part->n_cells; i++) {
    add_content(p, &part->cells[i], "label", middle_of(part, cells, i), place->top);
    if (!part->cells[i].group_before) continue;
    const long x = (x_of(cells->at[i]) + x_of(cells->at[i - 1]) + x_of(cells->width[i - 1])) / 2;
    add_line(p, "line", x, place->top + 20, x, place->top + LINE - 20);
  }
  add_text(p, "label", 0, place->top, part->name);
}

static void draw_grid(struct picture *p, const struct wb_diagram_part *part,
                      const struct place *place) {
  const struct wb_diagram_grid_place *grid = &p->layout.grids[part - p->diagram->parts];
  const long inset = (BOX - LINE) / 2;
  for (size_t i = 0; i < part->n_cells; i++)
    add_cell(p, part, &grid->cells, i, place->cells + (long)(i / part->columns) * BOX);
  add_group_borders(p, part, &grid->cells, place->cells);
  for (size_t i = 0; i < part->column_labels.count; i++)
    add_centred(p, "label", x_of(grid->cells.at[i]) + x_of(grid->cells.width[i]) / 2,
                place->cells - LINE, part->column_labels.items[i]);
  for (size_t i = 0; i < part->row_labels.count; i++) {
    const char *label = part->row_labels.items[i];
    add_text(p, "label", x_of(grid->cells.left - wb_text_width(label) - 1),
             place->cells + (long)i * BOX + inset, label);
  }
  add_text(p, "label", x_of(grid->name_at), place->cells + inset, part->name);
}

/* ---- arrows ------------------------------------------------------------------------------ */

/* The lower edge of a cell, or the upper one: where arrows leave and arrive. */
static void find_end(const struct picture *p, size_t part, size_t cell, bool lower, long *x,
                     long *y) {
  const struct wb_diagram_part *one = &p->diagram->parts[part];
  const struct place *place = &p->places[part];
  const long row = (long)(cell / one->columns);
  *x = middle_of(one, wb_diagram_places(p->diagram, &p->layout, part), cell);
  if (one->kind == WB_DIAGRAM_GRID)
    *y = place->cells + (row + (lower ? 1 : 0)) * BOX;
  else
    *y = lower ? place->bottom : place->top;
}

/* A triangle at the end of a line, in its direction. */
static void add_head(struct wb_str *data, long x0, long y0, long x1, long y1) {
  const double dx = (double)(x1 - x0), dy = (double)(y1 - y0), length = sqrt(dx * dx + dy * dy);
  if (length < 1) return;
  const double ux = dx / length * HEAD, uy = dy / length * HEAD;
  add_point(data, 'M', x1, y1);
  add_point(data, 'L', lround((double)x1 - ux - uy / 2), lround((double)y1 - uy + ux / 2));
  add_point(data, 'L', lround((double)x1 - ux + uy / 2), lround((double)y1 - uy - ux / 2));
  wb_str_add_char(data, 'Z');
}

/* Where a barrier or a note is between a row and the arrows, these do not run over its text: they
 * begin below it, or end above it. */
static void keep_off_texts(const struct picture *p, const struct wb_diagram_part *part, long *y0,
                           long *y1) {
  const size_t index = (size_t)(part - p->diagram->parts);
  const enum wb_diagram_kind before = part[-1].kind;
  const enum wb_diagram_kind after = part[1].kind;
  if (part->above + 1 < index && before != WB_DIAGRAM_ARROWS) *y0 = p->places[index].top;
  if (index + 1 < part->below && after != WB_DIAGRAM_ARROWS) *y1 = p->places[index].bottom;
}

static void add_arrow(struct picture *p, const struct wb_diagram_part *part,
                      const struct wb_diagram_arrow *arrow) {
  const char *class = arrow->wrong ? "arrow wrong" : "arrow";
  struct wb_str head;
  long x0, y0, x1, y1;
  find_end(p, part->above, arrow->from, true, &x0, &y0);
  find_end(p, part->below, arrow->to, false, &x1, &y1);
  keep_off_texts(p, part, &y0, &y1);
  wb_str_init(&head);
  add_line(p, class, x0, y0, x1, y1);
  add_head(&head, x0, y0, x1, y1);
  wb_str_addf(&p->out, "<path class=\"head %s\" d=\"%s\"/>\n", class, head.data);
  wb_str_release(&head);
}

static void draw_arrows(struct picture *p, const struct wb_diagram_part *part,
                        const struct place *place) {
  (void)place;
  for (size_t i = 0; i < part->n_arrows; i++) add_arrow(p, part, &part->arrows[i]);
}

/* Arrows that go far to the side have more room to do so. */
static long arrows_height(const struct picture *p, const struct wb_diagram_part *part) {
  long farthest = 0;
  for (size_t i = 0; i < part->n_arrows; i++) {
    long x0, x1, y;
    find_end(p, part->above, part->arrows[i].from, true, &x0, &y);
    find_end(p, part->below, part->arrows[i].to, false, &x1, &y);
    if (labs(x1 - x0) > farthest) farthest = labs(x1 - x0);
  }
  const long height = ARROWS + farthest / 4;
  return height < MOST_ARROWS ? height : MOST_ARROWS;
}

/* ---- spans ------------------------------------------------------------------------------- */

static void draw_bracket(struct picture *p, const struct wb_diagram_bracket *bracket, long top,
                         const char *label) {
  const long left = x_of(bracket->from), right = x_of(bracket->to + 1), bottom = top + 80;
  struct wb_str data;
  wb_str_init(&data);
  add_point(&data, 'M', left, top + 20);
  add_point(&data, 'L', left, bottom);
  add_point(&data, 'L', right, bottom);
  add_point(&data, 'L', right, top + 20);
  if (label[0] != '\0' && bracket->label_line > 1) {
    add_point(&data, 'M', (left + right) / 2, bottom);
    add_point(&data, 'L', (left + right) / 2, bottom + (long)(bracket->label_line - 1) * LINE);
  }
  add_path(p, "line", data.data);
  wb_str_release(&data);
  add_text(p, "content", x_of(bracket->label_at), bottom + (long)(bracket->label_line - 1) * LINE,
           label);
}

/* Draws the brackets from `top` on, where `draws`; returns how high they are. */
static long lay_spans(struct picture *p, const struct wb_diagram_part *part, long top, bool draws) {
  struct wb_diagram_bracket *brackets = wb_alloc((part->n_spans + 1) * sizeof *brackets);
  const size_t levels = wb_diagram_brackets(p->diagram, &p->layout, part, p->room, brackets);
  long y = top;
  for (size_t level = 0; level < levels; level++) {
    long lines = 0;
    for (size_t i = 0; i < part->n_spans; i++) {
      const char *label = part->spans[i].label;
      if (brackets[i].level != level) continue;
      if (draws) draw_bracket(p, &brackets[i], y, label);
      if (label[0] != '\0' && (long)brackets[i].label_line > lines)
        lines = (long)brackets[i].label_line;
    }
    y += 100 + lines * LINE;
  }
  free(brackets);
  return y - top;
}

static void draw_spans(struct picture *p, const struct wb_diagram_part *part,
                       const struct place *place) {
  lay_spans(p, part, place->top, true);
}

/* ---- barriers, notes, time --------------------------------------------------------------- */

static void draw_barrier(struct picture *p, const struct wb_diagram_part *part,
                         const struct place *place) {
  const long left = left_of(p), right = border_of(p->layout.width > 1 ? p->layout.width - 1 : 20);
  const long middle = (left + right) / 2, y = (place->top + place->bottom) / 2;
  const long half = part->text[0] != '\0' ? (long)(wb_text_width(part->text) + 2) * COLUMN / 2 : 0;
  if (middle - half > left) add_line(p, "barrier", left, y, middle - half, y);
  if (middle + half < right) add_line(p, "barrier", middle + half, y, right, y);
  add_centred(p, "strong", middle, y - LINE / 2, part->text);
}

static void draw_note(struct picture *p, const struct wb_diagram_part *part,
                      const struct place *place) {
  add_wrapped(p, "content", 0, place->top, part->text, p->room);
}

static bool is_last_bar(const struct picture *p, const struct wb_diagram_part *part) {
  const size_t next = (size_t)(part - p->diagram->parts) + 1;
  return next == p->diagram->n_parts || p->diagram->parts[next].kind != WB_DIAGRAM_TIME;
}

static bool bars_use(const struct wb_diagram *diagram, const struct wb_diagram_part *last,
                     char step) {
  for (; last->kind == WB_DIAGRAM_TIME; last--) {
    if (strchr(last->text, step) != NULL) return true;
    if (last == diagram->parts) break;
  }
  return false;
}

static void add_axis(struct picture *p, const struct wb_diagram_part *last, long left, long step,
                     long y) {
  size_t longest = 0;
  for (const struct wb_diagram_part *bar = last; bar->kind == WB_DIAGRAM_TIME; bar--) {
    if (strlen(bar->text) > longest) longest = strlen(bar->text);
    if (bar == p->diagram->parts) break;
  }
  const long right = left + (long)longest * step + HEAD, middle = y + 40;
  struct wb_str head;
  wb_str_init(&head);
  add_line(p, "line", left, middle, right, middle);
  add_head(&head, left, middle, right, middle);
  wb_str_addf(&p->out, "<path class=\"head line\" d=\"%s\"/>\n", head.data);
  wb_str_release(&head);
  long x = left;
  add_text(p, "label", x, y + 80, "time");
  x += 7 * COLUMN;
  if (bars_use(p->diagram, last, '#')) {
    add_rectangle(p, "busy", x, y + 115, 120, 120);
    add_text(p, "label", x + 180, y + 80, "busy");
    x += 180 + 7 * COLUMN;
  }
  if (bars_use(p->diagram, last, '.')) {
    add_rectangle(p, "waiting", x, y + 115, 120, 120);
    add_text(p, "label", x + 180, y + 80, "waiting");
  }
}

static void draw_time(struct picture *p, const struct wb_diagram_part *part,
                      const struct place *place) {
  const long left = x_of(wb_diagram_left(&p->layout));
  const long step = x_of(wb_diagram_time_scale(p->diagram, &p->layout, p->room));
  for (size_t i = 0; part->text[i] != '\0';) {
    const char steps[] = {part->text[i], '\0'};
    const size_t length = strspn(part->text + i, steps);
    if (steps[0] != ' ')
      add_rectangle(p, steps[0] == '#' ? "busy" : "waiting", left + (long)i * step, place->top + 30,
                    (long)length * step, 160);
    i += length;
  }
  const long right = left + (long)strlen(part->text) * step;
  if (right > p->right) p->right = right;
  add_text(p, "label", 0, place->top + 10, part->name);
  if (is_last_bar(p, part)) add_axis(p, part, left, step, place->top + 220);
}

/* ---- tables ------------------------------------------------------------------------------ */

static const struct wb_diagram_part *headings_of(const struct picture *p,
                                                 const struct wb_diagram_part *part) {
  while (part > p->diagram->parts && part->kind != WB_DIAGRAM_COLUMNS) part--;
  return part;
}

/* Draws the texts of a line of the table, where `draws`; returns how many lines of text they take.
 */
static long lay_table_line(struct picture *p, const struct wb_diagram_part *part, long top,
                           bool draws) {
  const struct wb_diagram_part *headings = headings_of(p, part);
  size_t *at = wb_alloc(headings->n_cells * sizeof *at);
  size_t *width = wb_alloc(headings->n_cells * sizeof *width);
  long lines = 1;
  wb_diagram_table(p->diagram, &p->layout, headings, p->room, at, width);
  for (size_t k = 0; k < part->n_cells; k++) {
    struct wb_document broken = {0};
    wb_diagram_break(&broken, part->cells[k].text, width[k], WB_STYLE_PLAIN);
    if ((long)broken.n_lines > lines) lines = (long)broken.n_lines;
    wb_document_release(&broken);
    if (draws)
      add_wrapped(p, part == headings ? "strong" : "content", x_of(at[k]), top, part->cells[k].text,
                  width[k]);
  }
  for (size_t k = 1; k < part->n_cells && draws; k++)
    add_line(p, "line", border_of(at[k] - 2), top, border_of(at[k] - 2),
             top + lines * LINE + (part == headings ? 60 : 0));
  const size_t last = headings->n_cells - 1;
  if (draws && part == headings)
    add_line(p, "line", border_of(wb_diagram_left(&p->layout) + 1), top + lines * LINE + 30,
             border_of(at[last] + width[last]), top + lines * LINE + 30);
  free(at);
  free(width);
  return lines;
}

static void draw_columns(struct picture *p, const struct wb_diagram_part *part,
                         const struct place *place) {
  lay_table_line(p, part, place->top, true);
}

/* Time goes down at the left. */
static void draw_step(struct picture *p, const struct wb_diagram_part *part,
                      const struct place *place) {
  const long x = left_of(p);
  lay_table_line(p, part, place->top, true);
  add_line(p, "line", x, place->top, x, place->bottom);
  add_text(p, "label", 0, place->top, part->name);
  if (!wb_diagram_is_last_step(p->diagram, part)) return;
  struct wb_str head;
  wb_str_init(&head);
  add_head(&head, x, place->top, x, place->bottom);
  wb_str_addf(&p->out, "<path class=\"head line\" d=\"%s\"/>\n", head.data);
  wb_str_release(&head);
}

/* ---- heights ----------------------------------------------------------------------------- */

static long note_lines(const struct picture *p, const char *text) {
  struct wb_document lines = {0};
  wb_diagram_break(&lines, text, p->room, WB_STYLE_PLAIN);
  const long count = (long)lines.n_lines;
  wb_document_release(&lines);
  return count;
}

static long height_of(struct picture *p, const struct wb_diagram_part *part) {
  switch (part->kind) {
    case WB_DIAGRAM_ROW:
      return BOX;
    case WB_DIAGRAM_GRID:
      return (long)(part->n_cells / part->columns) * BOX;
    case WB_DIAGRAM_ARROWS:
      return arrows_height(p, part);
    case WB_DIAGRAM_SPANS:
      return lay_spans(p, part, 0, false);
    case WB_DIAGRAM_BARRIER:
      return LINE + 80;
    case WB_DIAGRAM_TIME:
      return is_last_bar(p, part) ? 500 : 220;
    case WB_DIAGRAM_COLUMNS:
      return lay_table_line(p, part, 0, false) * LINE + 60;
    case WB_DIAGRAM_STEP:
      return lay_table_line(p, part, 0, false) * LINE;
    case WB_DIAGRAM_NOTE:
      return note_lines(p, part->text) * LINE;
    case WB_DIAGRAM_LABELS:
    default:
      return LINE;
  }
}

/* Rows that follow each other share an edge; everything else has some room between. */
static long gap_before(const struct wb_diagram *diagram, size_t index) {
  const enum wb_diagram_kind kind = diagram->parts[index].kind;
  const enum wb_diagram_kind before =
      index > 0 ? diagram->parts[index - 1].kind : WB_DIAGRAM_LABELS;
  const bool joins = index == 0 || kind == before || kind == WB_DIAGRAM_ARROWS ||
                     before == WB_DIAGRAM_ARROWS || kind == WB_DIAGRAM_STEP ||
                     kind == WB_DIAGRAM_SPANS || before == WB_DIAGRAM_LABELS;
  return joins && !(kind == WB_DIAGRAM_GRID && before == WB_DIAGRAM_GRID) ? 0 : 80;
}

static bool labels_above(const struct picture *p, size_t index) {
  bool has = false;
  while (p->layout.grids[index].beside) index--;
  do {
    has = has || p->diagram->parts[index].column_labels.count > 0;
    index++;
  } while (index < p->diagram->n_parts && p->layout.grids[index].beside);
  return has;
}

static void place_parts(struct picture *p) {
  long y = MARGIN;
  if (p->diagram->title[0] != '\0') y += note_lines(p, p->diagram->title) * LINE + 80;
  for (size_t i = 0; i < p->diagram->n_parts; i++) {
    struct place *place = &p->places[i];
    const bool beside = p->layout.grids[i].beside;
    place->top = beside ? p->places[i - 1].top : y + gap_before(p->diagram, i);
    place->cells = place->top;
    if (p->diagram->parts[i].kind == WB_DIAGRAM_GRID && labels_above(p, i)) place->cells += LINE;
    place->bottom = place->cells + height_of(p, &p->diagram->parts[i]);
    if (place->bottom > y) y = place->bottom;
  }
  p->bottom = y + MARGIN;
}

/* ---- the figure -------------------------------------------------------------------------- */

static void draw_parts(struct picture *p) {
  static void (*const drawers[])(struct picture *, const struct wb_diagram_part *,
                                 const struct place *) = {
      [WB_DIAGRAM_LABELS] = draw_labels, [WB_DIAGRAM_ROW] = draw_row,
      [WB_DIAGRAM_GRID] = draw_grid,     [WB_DIAGRAM_ARROWS] = draw_arrows,
      [WB_DIAGRAM_SPANS] = draw_spans,   [WB_DIAGRAM_BARRIER] = draw_barrier,
      [WB_DIAGRAM_TIME] = draw_time,     [WB_DIAGRAM_COLUMNS] = draw_columns,
      [WB_DIAGRAM_STEP] = draw_step,     [WB_DIAGRAM_NOTE] = draw_note,
  };
  if (p->diagram->title[0] != '\0') add_wrapped(p, "strong", 0, MARGIN, p->diagram->title, p->room);
  for (size_t pass = 0; pass < 2; pass++) /* arrows over all boxes */
    for (size_t i = 0; i < p->diagram->n_parts; i++) {
      const struct wb_diagram_part *part = &p->diagram->parts[i];
      if ((part->kind == WB_DIAGRAM_ARROWS) == (pass == 1))
        drawers[part->kind](p, part, &p->places[i]);
    }
}

static void add_figure(struct wb_str *out, const struct picture *p, const char *words) {
  const char *title = p->diagram->title[0] != '\0' ? p->diagram->title : "Drawing";
  wb_str_add(out, "<figure class=\"drawing diagram\" role=\"img\" aria-label=\"");
  wb_html_text(out, words);
  wb_str_add(out, "\"><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
  add_tenths(out, p->right);
  wb_str_add_char(out, ' ');
  add_tenths(out, p->bottom);
  wb_str_add_char(out, '"');
  add_attribute(out, "width", p->right);
  add_attribute(out, "height", p->bottom);
  wb_str_add(out, " font-size=\"14\" fill=\"currentColor\">\n<title>");
  wb_html_text(out, title);
  wb_str_add(out, "</title>\n<desc>");
  wb_html_text(out, words);
  wb_str_add(out, "</desc>\n");
  wb_str_add_bytes(out, p->out.data, p->out.length);
  wb_str_add(out, "</svg></figure>\n");
}

void wb_html_diagram(struct wb_str *out, const struct wb_diagram *diagram) {
  struct picture p = {.diagram = diagram, .room = WB_PAGE_COLUMNS};
  char *words = wb_diagram_words(diagram);
  p.layout = wb_diagram_layout_of(diagram, p.room);
  p.places = wb_alloc((diagram->n_parts + 1) * sizeof *p.places);
  p.right = x_of(p.layout.width);
  wb_str_init(&p.out);
  place_parts(&p);
  draw_parts(&p);
  p.right += MARGIN;
  add_figure(out, &p, words);
  wb_str_release(&p.out);
  wb_diagram_layout_release(&p.layout);
  free(p.places);
  free(words);
}
