#include "text/diagram_layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/columns.h"
#include "text/wrap.h"

enum { BESIDE_GAP = 3, LEAST_COLUMN = 6, TABLE_GAP = 3 };

/* How generous a layout is; the first one that fits is taken. */
struct manner {
  size_t padding;   /* on both sides of a cell's content */
  bool uniform;     /* all cells are as wide as the widest */
  size_t group_gap; /* columns more between groups */
};
static const struct manner manners[] = {{1, true, 2},  {1, true, 0},  {0, true, 2}, {0, true, 0},
                                        {1, false, 2}, {0, false, 2}, {0, false, 0}};
enum { N_MANNERS = sizeof manners / sizeof manners[0] };

size_t wb_diagram_left(const struct wb_diagram_layout *layout) {
  return layout->labels > 0 ? layout->labels + 1 : 0;
}

/* How many columns a cell's content takes, at least 1. */
static size_t content_columns(const struct wb_diagram_cell *cell) {
  const size_t columns = cell->kind == WB_CELL_TEXT ? wb_text_width(cell->text) : 1;
  return columns > 0 ? columns : 1;
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static bool is_common(const struct wb_diagram_part *part) {
  return part->kind == WB_DIAGRAM_ROW || part->kind == WB_DIAGRAM_LABELS;
}

/* ---- columns ----------------------------------------------------------------------------- */

/* What cells of several parts ask of the columns that they share. */
struct demands {
  size_t count;
  size_t *width;
  bool *group; /* a border of groups is before it */
};

static void begin_demands(struct demands *demands, size_t count) {
  demands->count = count;
  demands->width = wb_alloc((count + 1) * sizeof *demands->width);
  demands->group = wb_alloc((count + 1) * sizeof *demands->group);
}

/* How many cells are one: a cell with those that are joined to it. */
static size_t count_joined(const struct wb_diagram_part *part, size_t index) {
  size_t count = 1;
  while ((index + count) % part->columns != 0 && index + count < part->n_cells &&
         part->cells[index + count].kind == WB_CELL_JOINED)
    count++;
  return count;
}

/* A wide cell shares what it needs among its columns; the borders between them are its own. */
static void add_demands(struct demands *demands, const struct wb_diagram_part *part) {
  for (size_t i = 0; i < part->n_cells; i++) {
    const size_t column = i % part->columns, joined = count_joined(part, i);
    const size_t needed = content_columns(&part->cells[i]);
    const size_t share = needed + 1 > joined ? (needed + 1 - joined + joined - 1) / joined : 1;
    if (part->cells[i].kind != WB_CELL_JOINED)
      for (size_t k = 0; k < joined; k++)
        demands->width[column + k] = larger(demands->width[column + k], share);
    demands->group[column] = demands->group[column] || part->cells[i].group_before;
  }
  for (size_t i = 0; i < part->column_labels.count && i < demands->count; i++)
    demands->width[i] = larger(demands->width[i], wb_text_width(part->column_labels.items[i]));
}

static void end_demands(struct demands *demands) {
  free(demands->width);
  free(demands->group);
}

static void place_cells(struct wb_diagram_cells *cells, const struct demands *demands, size_t left,
                        const struct manner *manner) {
  size_t widest = 1, at = left + 1;
  cells->count = demands->count;
  cells->at = wb_alloc((demands->count + 1) * sizeof *cells->at);
  cells->width = wb_alloc((demands->count + 1) * sizeof *cells->width);
  for (size_t i = 0; i < demands->count; i++) widest = larger(widest, demands->width[i]);
  for (size_t i = 0; i < demands->count; i++) {
    const size_t width = manner->uniform ? widest : larger(demands->width[i], 1);
    if (demands->group[i]) at += manner->group_gap;
    cells->at[i] = at;
    cells->width[i] = width + 2 * manner->padding;
    at += cells->width[i] + 1;
  }
  cells->left = left;
  cells->right = at - 1;
}

/* ---- the parts --------------------------------------------------------------------------- */

static size_t measure_names(const struct wb_diagram *diagram) {
  size_t widest = 0;
  for (size_t i = 0; i < diagram->n_parts; i++) {
    const struct wb_diagram_part *part = &diagram->parts[i];
    widest = larger(widest, wb_text_width(part->name));
  }
  return widest;
}

/* Whether rows that reach over a border of groups all have it. Where they do not, groups do not
 * stand apart: cells of other rows would be wider there. */
static bool borders_agree(const struct wb_diagram *diagram, const struct demands *demands) {
  bool agree = true;
  for (size_t i = 0; i < diagram->n_parts; i++) {
    const struct wb_diagram_part *part = &diagram->parts[i];
    for (size_t k = 0; k < part->n_cells && part->kind == WB_DIAGRAM_ROW; k++)
      agree = agree && (part->cells[k].group_before || !demands->group[k]);
  }
  return agree;
}

static void place_common(const struct wb_diagram *diagram, struct wb_diagram_layout *layout,
                         const struct manner *manner) {
  struct demands demands;
  size_t count = 0;
  for (size_t i = 0; i < diagram->n_parts; i++)
    if (is_common(&diagram->parts[i])) count = larger(count, diagram->parts[i].columns);
  begin_demands(&demands, count);
  for (size_t i = 0; i < diagram->n_parts; i++)
    if (is_common(&diagram->parts[i])) add_demands(&demands, &diagram->parts[i]);
  struct manner own = *manner;
  if (!borders_agree(diagram, &demands)) own.group_gap = 0;
  place_cells(&layout->common, &demands, wb_diagram_left(layout), &own);
  if (count > 0) layout->width = larger(layout->width, layout->common.right + 1);
  end_demands(&demands);
}

static size_t row_label_columns(const struct wb_diagram_part *part) {
  size_t widest = 0;
  for (size_t i = 0; i < part->row_labels.count; i++)
    widest = larger(widest, wb_text_width(part->row_labels.items[i]));
  return widest > 0 ? widest + 1 : 0;
}

static void move_cells(struct wb_diagram_cells *cells, size_t by) {
  for (size_t i = 0; i < cells->count; i++) cells->at[i] += by;
  cells->left += by;
  cells->right += by;
}

static void place_grid(const struct wb_diagram *diagram, struct wb_diagram_layout *layout,
                       size_t index, const struct manner *manner, size_t room) {
  const struct wb_diagram_part *part = &diagram->parts[index];
  struct wb_diagram_grid_place *place = &layout->grids[index];
  const struct wb_diagram_grid_place *before = index > 0 ? &layout->grids[index - 1] : NULL;
  const size_t labels = row_label_columns(part), name = wb_text_width(part->name);
  struct demands demands;
  begin_demands(&demands, part->columns);
  add_demands(&demands, part);
  place_cells(&place->cells, &demands, 0, manner);
  end_demands(&demands);
  size_t left = wb_diagram_left(layout) + labels;
  if (before != NULL && before->cells.count > 0) {
    const size_t name_at = before->cells.right + 1 + BESIDE_GAP;
    const size_t beside = name_at + (name > 0 ? name + 1 : 0) + labels;
    place->beside = beside + place->cells.right + 1 <= room;
    if (place->beside) {
      place->name_at = name_at;
      left = beside;
    }
  }
  move_cells(&place->cells, left);
  layout->width = larger(layout->width, place->cells.right + 1);
}

static size_t longest_bar(const struct wb_diagram *diagram) {
  size_t longest = 0;
  for (size_t i = 0; i < diagram->n_parts; i++)
    if (diagram->parts[i].kind == WB_DIAGRAM_TIME)
      longest = larger(longest, strlen(diagram->parts[i].text));
  return longest;
}

size_t wb_diagram_time_scale(const struct wb_diagram *diagram,
                             const struct wb_diagram_layout *layout, size_t room) {
  return wb_diagram_left(layout) + 2 * longest_bar(diagram) + 2 <= room ? 2 : 1;
}

static struct wb_diagram_layout make_layout(const struct wb_diagram *diagram,
                                            const struct manner *manner, size_t room) {
  struct wb_diagram_layout layout = {.n_parts = diagram->n_parts};
  layout.labels = measure_names(diagram);
  layout.grids = wb_alloc((diagram->n_parts + 1) * sizeof *layout.grids);
  place_common(diagram, &layout, manner);
  for (size_t i = 0; i < diagram->n_parts; i++)
    if (diagram->parts[i].kind == WB_DIAGRAM_GRID) place_grid(diagram, &layout, i, manner, room);
  const size_t bar = longest_bar(diagram);
  if (bar > 0)
    layout.width = larger(layout.width,
                          layout.labels + 3 + bar * wb_diagram_time_scale(diagram, &layout, room));
  return layout;
}

static void add_tables(const struct wb_diagram *diagram, struct wb_diagram_layout *layout,
                       size_t room) {
  for (size_t i = 0; i < diagram->n_parts; i++) {
    const struct wb_diagram_part *part = &diagram->parts[i];
    if (part->kind != WB_DIAGRAM_COLUMNS) continue;
    size_t *at = wb_alloc(part->n_cells * sizeof *at), last = part->n_cells - 1;
    size_t *width = wb_alloc(part->n_cells * sizeof *width);
    wb_diagram_table(diagram, layout, part, room, at, width);
    layout->width = larger(layout->width, at[last] + width[last] + 1);
    free(at);
    free(width);
  }
}

struct wb_diagram_layout wb_diagram_layout_of(const struct wb_diagram *diagram, size_t room) {
  struct wb_diagram_layout layout = make_layout(diagram, &manners[0], room);
  for (size_t i = 1; i < N_MANNERS && layout.width > room; i++) {
    wb_diagram_layout_release(&layout);
    layout = make_layout(diagram, &manners[i], room);
  }
  add_tables(diagram, &layout, room);
  return layout;
}

static void release_cells(struct wb_diagram_cells *cells) {
  free(cells->at);
  free(cells->width);
}

void wb_diagram_layout_release(struct wb_diagram_layout *layout) {
  for (size_t i = 0; i < layout->n_parts; i++) release_cells(&layout->grids[i].cells);
  release_cells(&layout->common);
  free(layout->grids);
  *layout = (struct wb_diagram_layout){0};
}

/* ---- questions --------------------------------------------------------------------------- */

const struct wb_diagram_cells *wb_diagram_places(const struct wb_diagram *diagram,
                                                 const struct wb_diagram_layout *layout,
                                                 size_t part) {
  return diagram->parts[part].kind == WB_DIAGRAM_GRID ? &layout->grids[part].cells
                                                      : &layout->common;
}

size_t wb_diagram_border_after(const struct wb_diagram_part *part,
                               const struct wb_diagram_cells *cells, size_t index) {
  const size_t last = index + count_joined(part, index) - 1, column = last % part->columns;
  if (column + 1 == part->columns || part->cells[last + 1].group_before)
    return cells->at[column] + cells->width[column];
  return cells->at[column + 1] - 1;
}

size_t wb_diagram_inside(const struct wb_diagram_part *part, const struct wb_diagram_cells *cells,
                         size_t index) {
  const size_t joined = count_joined(part, index), column = index % part->columns;
  return cells->at[column + joined - 1] + cells->width[column + joined - 1] - cells->at[column];
}

/* ---- brackets ---------------------------------------------------------------------------- */

size_t wb_diagram_bracket_middle(const struct wb_diagram_bracket *bracket) {
  return (bracket->from + bracket->to + 1) / 2;
}

static size_t find_level(const struct wb_diagram_bracket *brackets, size_t index) {
  size_t level = 0;
  for (bool taken = true; taken; level += taken ? 1 : 0) {
    taken = false;
    for (size_t k = 0; k < index; k++)
      taken = taken || (brackets[k].level == level && brackets[index].from <= brackets[k].to &&
                        brackets[k].from <= brackets[index].to);
  }
  return level;
}

/* Whether a label on that line would touch another one of its level, or the line that leads to it.
 */
static bool label_touches(const struct wb_diagram_part *part,
                          const struct wb_diagram_bracket *brackets, size_t index, size_t line) {
  const struct wb_diagram_bracket *one = &brackets[index];
  const size_t end = one->label_at + wb_text_width(part->spans[index].label);
  bool touches = false;
  for (size_t k = index + 1; k < part->n_spans; k++) {
    const struct wb_diagram_bracket *other = &brackets[k];
    const size_t columns = wb_text_width(part->spans[k].label);
    const size_t middle = wb_diagram_bracket_middle(other);
    if (other->level != one->level || columns == 0) continue;
    if (other->label_line == line)
      touches = touches || (one->label_at <= other->label_at + columns && other->label_at <= end);
    if (other->label_line > line)
      touches = touches || (middle + 1 >= one->label_at && middle <= end);
  }
  return touches;
}

/* From right to left: what leads to a lower line is left of the labels that are there. */
static void place_labels(const struct wb_diagram_part *part, struct wb_diagram_bracket *brackets,
                         size_t room) {
  for (size_t i = part->n_spans; i-- > 0;) {
    struct wb_diagram_bracket *one = &brackets[i];
    const size_t columns = wb_text_width(part->spans[i].label);
    const size_t middle = wb_diagram_bracket_middle(one);
    one->label_at = middle > columns / 2 ? middle - columns / 2 : 0;
    if (one->label_at + columns > room) one->label_at = room > columns ? room - columns : 0;
    one->label_line = 1;
    while (label_touches(part, brackets, i, one->label_line)) one->label_line++;
  }
}

static void choose_inside(const struct wb_diagram_part *part, struct wb_diagram_bracket *brackets) {
  for (size_t i = 0; i < part->n_spans; i++) {
    brackets[i].inside = true;
    for (size_t k = 0; k < part->n_spans; k++) {
      const size_t columns = wb_text_width(part->spans[k].label);
      if (brackets[k].level == brackets[i].level && columns > 0 &&
          columns + 4 > brackets[k].to - brackets[k].from + 1)
        brackets[i].inside = false;
    }
  }
}

size_t wb_diagram_brackets(const struct wb_diagram *diagram, const struct wb_diagram_layout *layout,
                           const struct wb_diagram_part *part, size_t room,
                           struct wb_diagram_bracket *brackets) {
  const struct wb_diagram_cells *cells = wb_diagram_places(diagram, layout, part->above);
  size_t levels = 0;
  for (size_t i = 0; i < part->n_spans; i++) {
    const struct wb_diagram_span *span = &part->spans[i];
    brackets[i] = (struct wb_diagram_bracket){
        .from = cells->at[span->first], .to = cells->at[span->last] + cells->width[span->last] - 1};
    brackets[i].level = find_level(brackets, i);
    levels = larger(levels, brackets[i].level + 1);
  }
  choose_inside(part, brackets);
  place_labels(part, brackets, room);
  return levels;
}

/* ---- tables ------------------------------------------------------------------------------ */

static void measure_texts(const struct wb_diagram *diagram, const struct wb_diagram_part *headings,
                          size_t *width) {
  const size_t index = (size_t)(headings - diagram->parts);
  for (size_t i = index; i < diagram->n_parts; i++) {
    const struct wb_diagram_part *part = &diagram->parts[i];
    if (i > index && part->kind == WB_DIAGRAM_COLUMNS) break;
    if (i > index && part->kind != WB_DIAGRAM_STEP) continue;
    for (size_t k = 0; k < headings->n_cells; k++)
      width[k] = larger(width[k], wb_text_width(part->cells[k].text));
  }
}

/* Columns as wide as their texts, the widest cut until all fit. */
void wb_diagram_table(const struct wb_diagram *diagram, const struct wb_diagram_layout *layout,
                      const struct wb_diagram_part *headings, size_t room, size_t *at,
                      size_t *width) {
  const size_t n = headings->n_cells;
  memset(width, 0, n * sizeof *width);
  measure_texts(diagram, headings, width);
  for (;;) {
    size_t widest = 0;
    for (size_t k = 0; k < n; k++) {
      at[k] = k == 0 ? wb_diagram_left(layout) + 2 : at[k - 1] + width[k - 1] + TABLE_GAP;
      if (width[k] > width[widest]) widest = k;
    }
    if (at[n - 1] + width[n - 1] < room || width[widest] <= LEAST_COLUMN) break;
    width[widest] -= at[n - 1] + width[n - 1] > 4 * room ? width[widest] / 2 : 1;
  }
}

bool wb_diagram_is_last_step(const struct wb_diagram *diagram, const struct wb_diagram_part *step) {
  const size_t index = (size_t)(step - diagram->parts);
  for (size_t i = index + 1; i < diagram->n_parts; i++)
    if (diagram->parts[i].kind != WB_DIAGRAM_BARRIER && diagram->parts[i].kind != WB_DIAGRAM_NOTE)
      return diagram->parts[i].kind != WB_DIAGRAM_STEP;
  return true;
}

void wb_diagram_break(struct wb_document *document, const char *text, size_t columns,
                      enum wb_style style) {
  struct wb_wrap wrap;
  wb_wrap_init(&wrap, document, columns > LEAST_COLUMN ? columns : LEAST_COLUMN);
  wb_wrap_text(&wrap, style, text, strlen(text));
  wb_wrap_end_line(&wrap);
  wb_wrap_release(&wrap);
}
