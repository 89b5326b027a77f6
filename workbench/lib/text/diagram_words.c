/* A diagram in words, for who cannot see it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/diagram.h"

/* Begins a sentence. */
static void begin(struct wb_str *out) {
  if (out->length > 0 && out->data[out->length - 1] != ' ') wb_str_add_char(out, ' ');
}

static void end(struct wb_str *out) {
  const char last = out->length > 0 ? out->data[out->length - 1] : '\0';
  if (last != '.' && last != '!' && last != '?') wb_str_add_char(out, '.');
}

/* A text of the author's as a sentence. */
static void add_sentence(struct wb_str *out, const char *text) {
  if (text[0] == '\0') return;
  begin(out);
  wb_str_add(out, text);
  end(out);
}

static void add_capital(struct wb_str *out, const char *text) {
  if (text[0] == '\0') return;
  wb_str_add_char(out, (char)toupper((unsigned char)text[0]));
  wb_str_add(out, text + 1);
}

static const char *content_of(const struct wb_diagram_cell *cell) {
  switch (cell->kind) {
    case WB_CELL_EMPTY:
      return "empty";
    case WB_CELL_LEFT_OUT:
      return "and so on";
    case WB_CELL_JOINED:
      return "";
    case WB_CELL_TEXT:
    default:
      return cell->text;
  }
}

/* "3, 8, then 2, 5": "then" begins another group. */
static void add_cells(struct wb_str *out, const struct wb_diagram_part *part, size_t from,
                      size_t to) {
  for (size_t i = from; i < to; i++) {
    if (part->cells[i].kind == WB_CELL_JOINED) continue;
    if (i > from) wb_str_add(out, ", ");
    if (i > from && part->cells[i].group_before) wb_str_add(out, "then ");
    wb_str_add(out, content_of(&part->cells[i]));
  }
}

/* ---- rows -------------------------------------------------------------------------------- */

/* "Work-items 0, 1, then 2, 3." */
static void tell_labels(struct wb_str *out, const struct wb_diagram *diagram,
                        const struct wb_diagram_part *part) {
  (void)diagram;
  const size_t length = strlen(part->name);
  const bool is_word =
      length > 1 && isalpha((unsigned char)part->name[length - 1]) && part->name[length - 1] != 's';
  begin(out);
  add_capital(out, length > 0 ? part->name : "labels");
  wb_str_add(out, part->n_cells > 1 && is_word ? "s " : " ");
  add_cells(out, part, 0, part->n_cells);
  end(out);
}

static void tell_row(struct wb_str *out, const struct wb_diagram *diagram,
                     const struct wb_diagram_part *part) {
  (void)diagram;
  begin(out);
  wb_str_addf(out, "Row%s%s: ", part->name[0] != '\0' ? " " : "", part->name);
  add_cells(out, part, 0, part->n_cells);
  end(out);
}

static void add_grid_row(struct wb_str *out, const struct wb_diagram_part *part, size_t row) {
  if (part->row_labels.count > 0)
    wb_str_addf(out, "%s row %s: ", row > 0 ? ";" : "", part->row_labels.items[row]);
  else
    wb_str_addf(out, "%s row %zu: ", row > 0 ? ";" : "", row);
  add_cells(out, part, row * part->columns, (row + 1) * part->columns);
}

static void tell_grid(struct wb_str *out, const struct wb_diagram *diagram,
                      const struct wb_diagram_part *part) {
  (void)diagram;
  begin(out);
  wb_str_addf(out, "Grid%s%s", part->name[0] != '\0' ? " " : "", part->name);
  for (size_t i = 0; i < part->column_labels.count; i++)
    wb_str_addf(out, "%s%s", i == 0 ? " with the columns " : ", ", part->column_labels.items[i]);
  wb_str_add_char(out, ':');
  for (size_t row = 0; row * part->columns < part->n_cells; row++) add_grid_row(out, part, row);
  end(out);
}

/* ---- arrows and spans -------------------------------------------------------------------- */

static void add_part_name(struct wb_str *out, const struct wb_diagram_part *part) {
  if (part->name[0] != '\0')
    wb_str_add(out, part->name);
  else
    wb_str_add(out, part->kind == WB_DIAGRAM_GRID ? "the grid" : "cell");
}

bool wb_diagram_is_array(const struct wb_diagram_part *part) {
  const char *name = part->name;
  bool is_name = isalpha((unsigned char)name[0]) || name[0] == '_';
  for (size_t i = 0; name[i] != '\0' && is_name; i++)
    is_name = isalnum((unsigned char)name[i]) || name[i] == '_';
  return part->kind == WB_DIAGRAM_ROW && is_name;
}

static void add_cell(struct wb_str *out, const struct wb_diagram_part *part, size_t cell) {
  add_part_name(out, part);
  if (part->kind == WB_DIAGRAM_GRID)
    wb_str_addf(out, " row %zu column %zu", cell / part->columns, cell % part->columns);
  else if (part->kind == WB_DIAGRAM_LABELS && part->cells[cell].kind == WB_CELL_TEXT)
    wb_str_addf(out, " %s", part->cells[cell].text);
  else
    wb_str_addf(out, wb_diagram_is_array(part) ? "[%zu]" : " %zu", cell);
}

/* From each cell to the one below it, and no other. */
static bool all_go_down(const struct wb_diagram *diagram, const struct wb_diagram_part *part) {
  bool down = part->n_arrows > 2 && part->n_arrows == diagram->parts[part->above].n_cells &&
              diagram->parts[part->above].kind != WB_DIAGRAM_GRID &&
              diagram->parts[part->below].kind != WB_DIAGRAM_GRID;
  for (size_t i = 0; i < part->n_arrows && down; i++)
    down = part->arrows[i].from == i && part->arrows[i].to == i && !part->arrows[i].wrong;
  return down;
}

static bool leads_to_the_same(const struct wb_diagram_part *part, size_t arrow) {
  return arrow > 0 && part->arrows[arrow].to == part->arrows[arrow - 1].to &&
         part->arrows[arrow].wrong == part->arrows[arrow - 1].wrong;
}

/* "from a[0] and a[1] to out[0]": arrows that follow each other to one cell are told together. */
static void add_arrow(struct wb_str *out, const struct wb_diagram *diagram,
                      const struct wb_diagram_part *part, size_t index) {
  const struct wb_diagram_arrow *arrow = &part->arrows[index];
  if (leads_to_the_same(part, index))
    wb_str_add(out, " and ");
  else
    wb_str_addf(out, "%s %sfrom ", index > 0 ? "," : "", arrow->wrong ? "wrongly " : "");
  add_cell(out, &diagram->parts[part->above], arrow->from);
  if (index + 1 < part->n_arrows && leads_to_the_same(part, index + 1)) return;
  wb_str_add(out, " to ");
  add_cell(out, &diagram->parts[part->below], arrow->to);
}

static void tell_arrows(struct wb_str *out, const struct wb_diagram *diagram,
                        const struct wb_diagram_part *part) {
  begin(out);
  if (all_go_down(diagram, part)) {
    wb_str_add(out, "Arrows lead from each ");
    add_part_name(out, &diagram->parts[part->above]);
    wb_str_add(out, diagram->parts[part->above].kind == WB_DIAGRAM_LABELS ||
                            diagram->parts[part->above].name[0] == '\0'
                        ? " to what is below it"
                        : " cell to the one below it");
  } else {
    wb_str_add(out, part->n_arrows > 1 ? "Arrows lead" : "An arrow leads");
    for (size_t i = 0; i < part->n_arrows; i++) add_arrow(out, diagram, part, i);
  }
  end(out);
}

static void tell_spans(struct wb_str *out, const struct wb_diagram *diagram,
                       const struct wb_diagram_part *part) {
  const struct wb_diagram_part *above = &diagram->parts[part->above];
  begin(out);
  wb_str_add(out, "Marked");
  if (above->name[0] != '\0') wb_str_addf(out, " in %s", above->name);
  wb_str_add_char(out, ':');
  for (size_t i = 0; i < part->n_spans; i++) {
    const struct wb_diagram_span *span = &part->spans[i];
    wb_str_addf(out, "%s %s%s", i > 0 ? ";" : "", span->label, span->label[0] != '\0' ? ", " : "");
    if (span->first == span->last)
      wb_str_addf(out, "cell %zu", span->first);
    else
      wb_str_addf(out, "cells %zu to %zu", span->first, span->last);
  }
  end(out);
}

/* ---- the others -------------------------------------------------------------------------- */

static void tell_barrier(struct wb_str *out, const struct wb_diagram *diagram,
                         const struct wb_diagram_part *part) {
  (void)diagram;
  begin(out);
  wb_str_addf(out, "Barrier%s%s", part->text[0] != '\0' ? ": " : "", part->text);
  end(out);
}

/* "sub-group 0: busy for 2 steps, waits for 4." */
static void tell_time(struct wb_str *out, const struct wb_diagram *diagram,
                      const struct wb_diagram_part *part) {
  (void)diagram;
  begin(out);
  wb_str_addf(out, "Over time, %s:", part->name[0] != '\0' ? part->name : "the bar");
  for (size_t i = 0; part->text[i] != '\0';) {
    const char step = part->text[i];
    const char steps[] = {step, '\0'};
    const size_t length = strspn(part->text + i, steps);
    wb_str_addf(out, "%s %s %zu", i > 0 ? "," : "",
                step == '#'   ? "busy"
                : step == '.' ? "waiting"
                              : "nothing",
                length);
    i += length;
  }
  end(out);
}

/* Which step of its table. */
static size_t step_number(const struct wb_diagram *diagram, const struct wb_diagram_part *part) {
  size_t number = 0;
  for (const struct wb_diagram_part *p = part; p >= diagram->parts; p--) {
    if (p->kind == WB_DIAGRAM_COLUMNS) break;
    number += p->kind == WB_DIAGRAM_STEP ? 1 : 0;
  }
  return number;
}

static void tell_step(struct wb_str *out, const struct wb_diagram *diagram,
                      const struct wb_diagram_part *part) {
  const struct wb_diagram_part *headings = part;
  while (headings > diagram->parts && headings->kind != WB_DIAGRAM_COLUMNS) headings--;
  bool first = true;
  begin(out);
  if (part->name[0] != '\0')
    add_capital(out, part->name);
  else
    wb_str_addf(out, "Step %zu", step_number(diagram, part));
  wb_str_add_char(out, ':');
  for (size_t i = 0; i < part->n_cells; i++) {
    if (part->cells[i].kind != WB_CELL_TEXT) continue;
    wb_str_add(out, first ? " " : "; ");
    if (headings->cells[i].text[0] != '\0') wb_str_addf(out, "%s ", headings->cells[i].text);
    wb_str_add(out, part->cells[i].text);
    first = false;
  }
  if (first) wb_str_add(out, " nothing");
  end(out);
}

static void tell_note(struct wb_str *out, const struct wb_diagram *diagram,
                      const struct wb_diagram_part *part) {
  (void)diagram;
  add_sentence(out, part->text);
}

char *wb_diagram_words(const struct wb_diagram *diagram) {
  static void (*const tellers[])(struct wb_str *, const struct wb_diagram *,
                                 const struct wb_diagram_part *) = {
      [WB_DIAGRAM_LABELS] = tell_labels, [WB_DIAGRAM_ROW] = tell_row,
      [WB_DIAGRAM_GRID] = tell_grid,     [WB_DIAGRAM_ARROWS] = tell_arrows,
      [WB_DIAGRAM_SPANS] = tell_spans,   [WB_DIAGRAM_BARRIER] = tell_barrier,
      [WB_DIAGRAM_TIME] = tell_time,     [WB_DIAGRAM_COLUMNS] = NULL,
      [WB_DIAGRAM_STEP] = tell_step,     [WB_DIAGRAM_NOTE] = tell_note,
  };
  struct wb_str out;
  wb_str_init(&out);
  if (diagram->alt[0] != '\0') {
    wb_str_add(&out, diagram->alt);
    return wb_str_detach(&out);
  }
  add_sentence(&out, diagram->title);
  for (size_t i = 0; i < diagram->n_parts; i++)
    if (tellers[diagram->parts[i].kind] != NULL)
      tellers[diagram->parts[i].kind](&out, diagram, &diagram->parts[i]);
  return wb_str_detach(&out);
}
