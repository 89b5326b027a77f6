/* Reading a block of a drawing that is data (diagram.h): a line after the other, each `key NAME:
 * content`. Whoever wrote it is told all that is wrong at once. */
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "text/columns.h"
#include "text/diagram_reader.h"

enum { MOST_BARRIER = 56 };

static const char blanks[] = " \t";

/* ---- words ------------------------------------------------------------------------------- */

static bool is_sign(const struct wb_diagram_word *word, const char *sign) {
  return !word->quoted && strcmp(word->text, sign) == 0;
}

/* ---- parts ------------------------------------------------------------------------------- */

static void add_cell(struct wb_diagram_part *part, const struct wb_diagram_cell *cell) {
  part->cells =
      wb_grow(part->cells, &part->cell_capacity, part->n_cells + 1, sizeof part->cells[0]);
  part->cells[part->n_cells++] = *cell;
}

static struct wb_diagram_cell cell_of(struct wb_diagram_word *word) {
  struct wb_diagram_cell cell = {.kind = WB_CELL_TEXT, .text = word->text};
  if (is_sign(word, "."))
    cell.kind = WB_CELL_EMPTY;
  else if (is_sign(word, "…") || is_sign(word, "..."))
    cell.kind = WB_CELL_LEFT_OUT;
  else if (is_sign(word, "_"))
    cell.kind = WB_CELL_JOINED;
  if (cell.kind != WB_CELL_TEXT) cell.text[0] = '\0';
  return cell;
}

/* ---- cells: `3 8 | 2 5` ------------------------------------------------------------------ */

/* Where cells are added: the borders that came since the last one. */
struct cells {
  struct wb_diagram_part *part;
  size_t in_row;
  bool group_before, group_above, row_groups;
};

static void end_grid_row(struct wb_diagram_reader *r, struct cells *cells) {
  struct wb_diagram_part *part = cells->part;
  if (cells->in_row == 0)
    wb_diagram_mistake(r, "Put its cells before the /, a . for an empty one.",
                       "a row of the grid is empty");
  else if (part->columns == 0)
    part->columns = cells->in_row;
  else if (part->columns != cells->in_row)
    wb_diagram_mistake(r, "Give each row as many cells as the first, a . for an empty one.",
                       "a row of the grid has %zu cells, and the first has %zu", cells->in_row,
                       part->columns);
  cells->in_row = 0;
}

/* Whether the word separates cells, and no cell. */
static bool take_separator(struct wb_diagram_reader *r, struct cells *cells,
                           const struct wb_diagram_word *word) {
  const bool is_grid = cells->part->kind == WB_DIAGRAM_GRID;
  if (is_sign(word, "|")) {
    if (cells->in_row == 0 || cells->group_before)
      wb_diagram_mistake(r, "Leave it out.", "a | stands between two cells");
    cells->group_before = true;
    return true;
  }
  if (!is_grid || !(is_sign(word, "/") || is_sign(word, "//"))) return false;
  if (cells->group_before) wb_diagram_mistake(r, "Leave it out.", "a | stands between two cells");
  end_grid_row(r, cells);
  cells->group_before = false;
  cells->row_groups = is_sign(word, "//");
  return true;
}

static void read_cells(struct wb_diagram_reader *r, struct wb_diagram_part *part,
                       const char *content) {
  struct cells cells = {.part = part};
  struct wb_diagram_word word;
  while (wb_diagram_next_word(r, &content, &word)) {
    if (take_separator(r, &cells, &word)) {
      free(word.text);
      continue;
    }
    wb_diagram_check_length(r, word.text);
    struct wb_diagram_cell cell = cell_of(&word);
    cell.group_before = cells.group_before;
    cell.group_above = cells.row_groups;
    cells.group_before = false;
    if (cell.kind == WB_CELL_JOINED && (cells.in_row == 0 || cell.group_before))
      wb_diagram_mistake(r, "Put a cell before it, or . for an empty one.",
                         "a _ makes the cell before it wider, and there is none");
    cells.in_row++;
    add_cell(part, &cell);
  }
  if (cells.group_before) wb_diagram_mistake(r, "Leave it out.", "a | stands between two cells");
  if (part->n_cells == 0)
    wb_diagram_mistake(r, "Put cells after the colon, a . for an empty one.", "there are no cells");
  else if (part->n_cells > (part->kind == WB_DIAGRAM_GRID ? WB_DIAGRAM_CELLS : WB_DIAGRAM_IN_ROW))
    wb_diagram_mistake(r, "Leave some out: … stands for them.", "there are %zu cells, more than %d",
                       part->n_cells,
                       (int)(part->kind == WB_DIAGRAM_GRID ? WB_DIAGRAM_CELLS : WB_DIAGRAM_IN_ROW));
  else if (part->kind == WB_DIAGRAM_GRID)
    end_grid_row(r, &cells);
  else
    part->columns = part->n_cells;
}

static void read_labels(struct wb_diagram_reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = wb_diagram_add_part(r, WB_DIAGRAM_LABELS);
  wb_diagram_set_text(&part->name, wb_strdup(name));
  read_cells(r, part, content);
}

static void read_row(struct wb_diagram_reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = wb_diagram_add_part(r, WB_DIAGRAM_ROW);
  wb_diagram_set_text(&part->name, wb_strdup(name));
  read_cells(r, part, content);
}

/* ---- grids: `grid m rows a b columns x y: 1 2 / 3 4` ------------------------------------- */

static void check_grid_labels(struct wb_diagram_reader *r, const struct wb_names *labels,
                              size_t count, const char *what) {
  if (labels->count > 0 && labels->count != count)
    wb_diagram_mistake(r, "Give one for each, or none.", "there are %zu labels for %zu %s",
                       labels->count, count, what);
}

/* Whose labels the words of a grid's name are. */
enum whose { OF_GRID, OF_ROWS, OF_COLUMNS };

static void add_grid_word(struct wb_diagram_part *part, enum whose whose, struct wb_str *name,
                          const struct wb_diagram_word *word) {
  const char *label = is_sign(word, ".") ? "" : word->text;
  if (whose == OF_ROWS)
    wb_names_add(&part->row_labels, label);
  else if (whose == OF_COLUMNS)
    wb_names_add(&part->column_labels, label);
  else
    wb_str_addf(name, "%s%s", name->length > 0 ? " " : "", word->text);
}

static void read_grid_name(struct wb_diagram_reader *r, struct wb_diagram_part *part,
                           const char *name) {
  enum whose whose = OF_GRID;
  struct wb_str own;
  struct wb_diagram_word word;
  wb_str_init(&own);
  while (wb_diagram_next_word(r, &name, &word)) {
    wb_diagram_check_length(r, word.text);
    if (is_sign(&word, "rows"))
      whose = OF_ROWS;
    else if (is_sign(&word, "columns"))
      whose = OF_COLUMNS;
    else
      add_grid_word(part, whose, &own, &word);
    free(word.text);
  }
  wb_diagram_check_length(r, own.data);
  wb_diagram_set_text(&part->name, wb_str_detach(&own));
}

static void read_grid(struct wb_diagram_reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = wb_diagram_add_part(r, WB_DIAGRAM_GRID);
  read_grid_name(r, part, name);
  read_cells(r, part, content);
  if (part->columns == 0) return;
  check_grid_labels(r, &part->row_labels, part->n_cells / part->columns, "rows");
  check_grid_labels(r, &part->column_labels, part->columns, "columns");
}

/* ---- time -------------------------------------------------------------------------------- */

static void read_time(struct wb_diagram_reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = wb_diagram_add_part(r, WB_DIAGRAM_TIME);
  size_t length = strlen(content);
  while (length > 0 && content[length - 1] == ' ') length--;
  wb_diagram_set_text(&part->name, wb_strdup(name));
  wb_diagram_set_text(&part->text, wb_strndup(content, length));
  const size_t known = strspn(part->text, "#. ");
  if (length == 0 || length > WB_DIAGRAM_STEPS)
    wb_diagram_mistake(r,
                       "Write a character for each step: # busy, . waiting, a blank for nothing.",
                       length == 0 ? "%s is empty" : "%s has more than 200 steps", "the bar");
  else if (known < length)
    wb_diagram_mistake(r, "Each step is # (busy), . (waiting) or a blank (nothing).",
                       "\"%s\" is no step of a time bar", part->text + known);
}

/* ---- tables: `columns: a | b`, `step: c | d` --------------------------------------------- */

static size_t column_length(const char *text) {
  bool quoted = false;
  size_t at = 0;
  for (; text[at] != '\0' && (quoted || text[at] != '|'); at++) quoted ^= text[at] == '"';
  return at;
}

static void read_table_cells(struct wb_diagram_part *part, const char *content) {
  for (const char *at = content;; at++) {
    const size_t length = column_length(at);
    struct wb_diagram_cell cell = {.kind = WB_CELL_TEXT, .text = wb_diagram_trimmed(at, length)};
    if (strcmp(cell.text, ".") == 0 || cell.text[0] == '\0') {
      cell.kind = WB_CELL_EMPTY;
      cell.text[0] = '\0';
    }
    cell.text = wb_diagram_unquoted(cell.text);
    add_cell(part, &cell);
    at += length;
    if (*at == '\0') break;
  }
  part->columns = part->n_cells;
}

static void read_columns(struct wb_diagram_reader *r, const char *name, const char *content) {
  (void)name;
  enum { MOST_IN_TABLE = 8 };
  struct wb_diagram_part *part = wb_diagram_add_part(r, WB_DIAGRAM_COLUMNS);
  read_table_cells(part, content);
  if (part->n_cells > MOST_IN_TABLE)
    wb_diagram_mistake(r, "Draw some of them, and say the rest.",
                       "there are %zu columns, more than %d", part->n_cells, (int)MOST_IN_TABLE);
}

static const struct wb_diagram_part *find_headings(const struct wb_diagram *diagram) {
  for (size_t i = diagram->n_parts; i-- > 0;)
    if (diagram->parts[i].kind == WB_DIAGRAM_COLUMNS) return &diagram->parts[i];
  return NULL;
}

static void read_step(struct wb_diagram_reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = wb_diagram_add_part(r, WB_DIAGRAM_STEP);
  const struct wb_diagram_part *headings = find_headings(r->diagram);
  wb_diagram_set_text(&part->name, wb_strdup(name));
  read_table_cells(part, content);
  if (headings == NULL)
    wb_diagram_mistake(r, "Put a line \"columns: ...\" before the first step.",
                       "a step is a line of a table, and there is none");
  else if (part->n_cells != headings->n_cells)
    wb_diagram_mistake(r, "Give each column its text, with | between them; a . says nothing.",
                       "the step has %zu texts, and there are %zu columns", part->n_cells,
                       headings->n_cells);
}

/* ---- lines of text ----------------------------------------------------------------------- */

static void read_barrier(struct wb_diagram_reader *r, const char *name, const char *content) {
  (void)name;
  wb_diagram_set_text(&wb_diagram_add_part(r, WB_DIAGRAM_BARRIER)->text, wb_strdup(content));
  wb_diagram_check_columns(r, content, MOST_BARRIER);
}

static void read_note(struct wb_diagram_reader *r, const char *name, const char *content) {
  (void)name;
  wb_diagram_set_text(&wb_diagram_add_part(r, WB_DIAGRAM_NOTE)->text, wb_strdup(content));
  if (content[0] == '\0') wb_diagram_mistake(r, "Write it after the colon.", "the note is empty");
}

/* Of the whole drawing, once. */
static void read_once(struct wb_diagram_reader *r, char **text, const char *key,
                      const char *content) {
  if (content[0] == '\0')
    wb_diagram_mistake(r, "Write it after the colon.", "the %s is empty", key);
  if (*text[0] != '\0') wb_diagram_mistake(r, "Leave one out.", "there are two lines \"%s\"", key);
  wb_diagram_set_text(text, wb_strdup(content));
}

static void read_title(struct wb_diagram_reader *r, const char *name, const char *content) {
  (void)name;
  read_once(r, &r->diagram->title, "title", content);
}

static void read_alt(struct wb_diagram_reader *r, const char *name, const char *content) {
  (void)name;
  read_once(r, &r->diagram->alt, "alt", content);
}

/* ---- lines ------------------------------------------------------------------------------- */

static const struct line_kind {
  const char *key;
  bool has_name;
  bool keeps_blanks; /* the content has its blanks, but the one after the colon */
  void (*read)(struct wb_diagram_reader *r, const char *name, const char *content);
} line_kinds[] = {
    {"title", false, false, read_title},
    {"ids", true, false, read_labels},
    {"row", true, false, read_row},
    {"grid", true, false, read_grid},
    {"arrows", false, false, wb_diagram_begin_arrows},
    {"spans", false, false, wb_diagram_read_spans},
    {"barrier", false, false, read_barrier},
    {"time", true, true, read_time},
    {"columns", false, false, read_columns},
    {"step", true, false, read_step},
    {"note", false, false, read_note},
    {"alt", false, false, read_alt},
};
enum { N_KINDS = sizeof line_kinds / sizeof line_kinds[0] };

static void add_unknown_key(struct wb_diagram_reader *r, const char *key) {
  const char *keys[N_KINDS];
  for (size_t i = 0; i < N_KINDS; i++) keys[i] = line_kinds[i].key;
  const char *near = wb_nearest(key, keys, N_KINDS);
  char *remedy = near != NULL ? wb_format("Did you mean \"%s\"?", near)
                              : wb_strdup(
                                    "A line begins with title, ids, row, grid, arrows, spans, "
                                    "barrier, time, columns, step, note or alt.");
  wb_diagram_mistake(r, remedy, "\"%s\" begins no line of a drawing", key);
  free(remedy);
}

static const struct line_kind *find_kind(const char *key) {
  for (size_t i = 0; i < N_KINDS; i++)
    if (strcmp(line_kinds[i].key, key) == 0) return &line_kinds[i];
  return NULL;
}

/* `head` is what stands before the colon, `after` what stands after it. */
static void read_content(struct wb_diagram_reader *r, const char *head, const char *after) {
  const size_t length = strcspn(head, blanks);
  char *key = wb_strndup(head, length),
       *name = wb_diagram_trimmed(head + length, strlen(head + length));
  char *trimmed = wb_diagram_trimmed(after, strlen(after));
  const struct line_kind *kind = find_kind(key);
  const char *content = kind != NULL && kind->keeps_blanks ? after + (after[0] == ' ') : trimmed;
  if (kind == NULL)
    add_unknown_key(r, key);
  else if (!kind->has_name && name[0] != '\0')
    wb_diagram_mistake(r, "Leave the name out.", "\"%s\" has no name, and here it has \"%s\"", key,
                       name);
  else
    kind->read(r, name, content);
  if (kind != NULL && kind->has_name && kind->read != read_grid) wb_diagram_check_length(r, name);
  free(key);
  free(name);
  free(trimmed);
}

/* The colon after the key and the name: the first one that a blank follows, as a name may have one,
 * or else the first one. */
static const char *find_colon(const char *line) {
  for (const char *at = strchr(line, ':'); at != NULL; at = strchr(at + 1, ':'))
    if (at[1] == '\0' || strchr(blanks, at[1]) != NULL) return at;
  return strchr(line, ':');
}

static void read_line(struct wb_diagram_reader *r, const char *line) {
  const char *colon = find_colon(line);
  char *head = colon != NULL ? wb_diagram_trimmed(line, (size_t)(colon - line))
                             : wb_diagram_trimmed(line, strlen(line));
  const struct line_kind *kind = find_kind(head);
  if (colon != NULL) {
    read_content(r, head, colon + 1);
  } else if (kind != NULL && kind->read == read_barrier) {
    read_barrier(r, "", "");
  } else if (head[0] != '\0') {
    wb_diagram_mistake(r, "A line is a key, a name where it has one, a colon, and the content.",
                       "\"%s\" has no colon", head);
  }
  free(head);
}

/* What is asked of all lines together. */
static void check_whole(struct wb_diagram_reader *r) {
  const struct wb_diagram *d = r->diagram;
  for (size_t i = 0; i < d->n_parts; i++) {
    r->line = d->parts[i].line;
    if (d->parts[i].kind == WB_DIAGRAM_ARROWS) wb_diagram_end_arrows(r, i);
    if (d->parts[i].kind == WB_DIAGRAM_COLUMNS &&
        (i + 1 == d->n_parts || d->parts[i + 1].kind != WB_DIAGRAM_STEP))
      wb_diagram_mistake(r, "Put a line \"step: ...\" after it.", "the table has no step");
  }
  r->line = 1;
  if (d->n_parts == 0 && !r->failed)
    wb_diagram_mistake(r, "Put a row in it: \"row a: 3 8 2 5\".", "the drawing is empty");
}

bool wb_diagram_read(struct wb_diagram *diagram, const char *block,
                     struct wb_diagram_mistakes *mistakes) {
  struct wb_diagram_reader r = {.diagram = diagram, .mistakes = mistakes};
  diagram->title = wb_strdup("");
  diagram->alt = wb_strdup("");
  for (const char *at = block; *at != '\0' && r.line < WB_DIAGRAM_LINES;) {
    const size_t length = strcspn(at, "\n");
    struct wb_str line;
    wb_str_init(&line);
    wb_text_expand_line(&line, at, length, NULL);
    r.line++;
    read_line(&r, line.data);
    wb_str_release(&line);
    at += length + (at[length] == '\n');
    if (*at != '\0' && r.line == WB_DIAGRAM_LINES)
      wb_diagram_mistake(&r, "Make two drawings of it.", "the drawing has more than %d lines",
                         (int)WB_DIAGRAM_LINES);
  }
  check_whole(&r);
  return !r.failed;
}

/* ---- ends -------------------------------------------------------------------------------- */

static void release_part(struct wb_diagram_part *part) {
  for (size_t i = 0; i < part->n_cells; i++) free(part->cells[i].text);
  for (size_t i = 0; i < part->n_spans; i++) free(part->spans[i].label);
  wb_names_release(&part->row_labels);
  wb_names_release(&part->column_labels);
  free(part->name);
  free(part->text);
  free(part->cells);
  free(part->arrows);
  free(part->spans);
}

void wb_diagram_release(struct wb_diagram *diagram) {
  for (size_t i = 0; i < diagram->n_parts; i++) release_part(&diagram->parts[i]);
  free(diagram->parts);
  free(diagram->title);
  free(diagram->alt);
  *diagram = (struct wb_diagram){0};
}

void wb_diagram_mistakes_release(struct wb_diagram_mistakes *mistakes) {
  for (size_t i = 0; i < mistakes->count; i++) {
    free(mistakes->items[i].message);
    free(mistakes->items[i].remedy);
  }
  free(mistakes->items);
  *mistakes = (struct wb_diagram_mistakes){0};
}
