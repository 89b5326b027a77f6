/* Reading a block of a drawing that is data (diagram.h): a line after the other, each `key NAME:
 * content`. Whoever wrote it is told all that is wrong at once. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "text/columns.h"
#include "text/diagram.h"

/* What has more is nothing that somebody can look at. */
enum { MOST_LINES = 64, MOST_CELLS = 256, MOST_IN_ROW = 64, MOST_ARROWS = 64, MOST_SPANS = 32 };
enum { MOST_STEPS = 200, MOST_COLUMNS = 40 };

static const char blanks[] = " \t";

struct reader {
  struct wb_diagram *diagram;
  struct wb_diagram_mistakes *mistakes;
  unsigned line;
  bool failed;
};

static void add_mistake(struct reader *r, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add_mistake(struct reader *r, const char *remedy, const char *format, ...) {
  struct wb_diagram_mistakes *all = r->mistakes;
  struct wb_str message;
  va_list args;
  r->failed = true;
  if (all == NULL) return;
  wb_str_init(&message);
  va_start(args, format);
  wb_str_vaddf(&message, format, args);
  va_end(args);
  all->items = wb_grow(all->items, &all->capacity, all->count + 1, sizeof all->items[0]);
  size_t place = all->count++;
  for (; place > 0 && all->items[place - 1].line > r->line; place--)
    all->items[place] = all->items[place - 1];
  all->items[place] = (struct wb_diagram_mistake){
      .line = r->line, .message = wb_str_detach(&message), .remedy = wb_strdup(remedy)};
}

/* ---- words ------------------------------------------------------------------------------- */

/* A word up to the next blank, or one between quotation marks, which may hold blanks and is never
 * a sign. */
struct word {
  char *text;
  bool quoted;
};

/* Takes the next word from `*at`; false at the end, and where a quotation mark is missing. The
 * caller frees the text. */
static bool next_word(struct reader *r, const char **at, struct word *word) {
  *at += strspn(*at, blanks);
  if (**at == '\0') return false;
  word->quoted = **at == '"';
  if (word->quoted) ++*at;
  const size_t length = word->quoted ? strcspn(*at, "\"") : strcspn(*at, blanks);
  word->text = wb_strndup(*at, length);
  *at += length;
  if (!word->quoted) return true;
  if (**at == '"') {
    ++*at;
    return true;
  }
  add_mistake(r, "Put one after its last word.", "the quotation mark before %s has no second one",
              word->text);
  free(word->text);
  return false;
}

static char *copy_trimmed(const char *text, size_t length) {
  while (length > 0 && strchr(blanks, text[0]) != NULL) text++, length--;
  while (length > 0 && strchr(blanks, text[length - 1]) != NULL) length--;
  return wb_strndup(text, length);
}

static bool is_sign(const struct word *word, const char *sign) {
  return !word->quoted && strcmp(word->text, sign) == 0;
}

/* ---- parts ------------------------------------------------------------------------------- */

static struct wb_diagram_part *add_part(struct reader *r, enum wb_diagram_kind kind) {
  struct wb_diagram *d = r->diagram;
  d->parts = wb_grow(d->parts, &d->capacity, d->n_parts + 1, sizeof d->parts[0]);
  struct wb_diagram_part *part = &d->parts[d->n_parts++];
  *part = (struct wb_diagram_part){.kind = kind, .line = r->line};
  wb_names_init(&part->row_labels);
  wb_names_init(&part->column_labels);
  part->name = wb_strdup("");
  part->text = wb_strdup("");
  return part;
}

static void set_text(char **text, char *to) {
  free(*text);
  *text = to;
}

static bool has_cells(const struct wb_diagram_part *part) {
  return part->kind == WB_DIAGRAM_LABELS || part->kind == WB_DIAGRAM_ROW ||
         part->kind == WB_DIAGRAM_GRID;
}

static void check_length(struct reader *r, const char *text) {
  if (wb_text_width(text) > MOST_COLUMNS)
    add_mistake(r, "Say it shorter, or in a note.", "\"%s\" is wider than %d columns", text,
                (int)MOST_COLUMNS);
}

static void add_cell(struct wb_diagram_part *part, const struct wb_diagram_cell *cell) {
  part->cells =
      wb_grow(part->cells, &part->cell_capacity, part->n_cells + 1, sizeof part->cells[0]);
  part->cells[part->n_cells++] = *cell;
}

static struct wb_diagram_cell cell_of(struct word *word) {
  struct wb_diagram_cell cell = {.kind = WB_CELL_TEXT, .text = word->text};
  if (is_sign(word, "."))
    cell.kind = WB_CELL_EMPTY;
  else if (is_sign(word, "…") || is_sign(word, "..."))
    cell.kind = WB_CELL_LEFT_OUT;
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

static void end_grid_row(struct reader *r, struct cells *cells) {
  struct wb_diagram_part *part = cells->part;
  if (cells->in_row == 0)
    add_mistake(r, "Put its cells before the /, a . for an empty one.", "a row of the %s is empty",
                part->kind == WB_DIAGRAM_GRID ? "grid" : "drawing");
  else if (part->columns == 0)
    part->columns = cells->in_row;
  else if (part->columns != cells->in_row)
    add_mistake(r, "Give each row as many cells as the first, a . for an empty one.",
                "a row of the grid has %zu cells, and the first has %zu", cells->in_row,
                part->columns);
  cells->in_row = 0;
}

/* Whether the word separates cells, and no cell. */
static bool take_separator(struct reader *r, struct cells *cells, const struct word *word) {
  const bool is_grid = cells->part->kind == WB_DIAGRAM_GRID;
  if (is_sign(word, "|")) {
    if (cells->in_row == 0 || cells->group_before)
      add_mistake(r, "Leave it out.", "a | stands between two cells");
    cells->group_before = true;
    return true;
  }
  if (!is_grid || !(is_sign(word, "/") || is_sign(word, "//"))) return false;
  if (cells->group_before) add_mistake(r, "Leave it out.", "a | stands between two cells");
  end_grid_row(r, cells);
  cells->group_before = false;
  cells->row_groups = is_sign(word, "//");
  return true;
}

static void read_cells(struct reader *r, struct wb_diagram_part *part, const char *content) {
  struct cells cells = {.part = part};
  struct word word;
  while (next_word(r, &content, &word)) {
    if (take_separator(r, &cells, &word)) {
      free(word.text);
      continue;
    }
    check_length(r, word.text);
    struct wb_diagram_cell cell = cell_of(&word);
    cell.group_before = cells.group_before;
    cell.group_above = cells.row_groups;
    cells.group_before = false;
    cells.in_row++;
    add_cell(part, &cell);
  }
  if (cells.group_before) add_mistake(r, "Leave it out.", "a | stands between two cells");
  if (part->n_cells == 0)
    add_mistake(r, "Put cells after the colon, a . for an empty one.", "there are no cells");
  else if (part->n_cells > (part->kind == WB_DIAGRAM_GRID ? MOST_CELLS : MOST_IN_ROW))
    add_mistake(r, "Leave some out: … stands for them.", "there are %zu cells, more than %d",
                part->n_cells, (int)(part->kind == WB_DIAGRAM_GRID ? MOST_CELLS : MOST_IN_ROW));
  else if (part->kind == WB_DIAGRAM_GRID)
    end_grid_row(r, &cells);
  else
    part->columns = part->n_cells;
}

static void read_labels(struct reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = add_part(r, WB_DIAGRAM_LABELS);
  set_text(&part->name, wb_strdup(name));
  read_cells(r, part, content);
}

static void read_row(struct reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = add_part(r, WB_DIAGRAM_ROW);
  set_text(&part->name, wb_strdup(name));
  read_cells(r, part, content);
}

/* ---- grids: `grid m rows a b columns x y: 1 2 / 3 4` ------------------------------------- */

static void check_grid_labels(struct reader *r, const struct wb_names *labels, size_t count,
                              const char *what) {
  if (labels->count > 0 && labels->count != count)
    add_mistake(r, "Give one for each, or none.", "there are %zu labels for %zu %s", labels->count,
                count, what);
}

static void read_grid_name(struct reader *r, struct wb_diagram_part *part, const char *name) {
  struct wb_names *labels = NULL;
  struct wb_str own;
  struct word word;
  wb_str_init(&own);
  while (next_word(r, &name, &word)) {
    if (is_sign(&word, "rows")) {
      labels = &part->row_labels;
    } else if (is_sign(&word, "columns")) {
      labels = &part->column_labels;
    } else if (labels != NULL) {
      wb_names_add(labels, is_sign(&word, ".") ? "" : word.text);
    } else {
      wb_str_add(&own, own.length > 0 ? " " : "");
      wb_str_add(&own, word.text);
    }
    check_length(r, word.text);
    free(word.text);
  }
  check_length(r, own.data);
  set_text(&part->name, wb_str_detach(&own));
}

static void read_grid(struct reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = add_part(r, WB_DIAGRAM_GRID);
  read_grid_name(r, part, name);
  read_cells(r, part, content);
  if (part->columns == 0) return;
  check_grid_labels(r, &part->row_labels, part->n_cells / part->columns, "rows");
  check_grid_labels(r, &part->column_labels, part->columns, "columns");
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
static bool find_cell(struct reader *r, const struct wb_diagram_part *part,
                      const struct arrow_end *end, const char *word, size_t *cell) {
  const size_t rows = part->columns > 0 ? part->n_cells / part->columns : 0;
  const bool is_there =
      end->has_row ? end->row < rows && end->cell < part->columns : end->cell < part->n_cells;
  char *title = part_title(part);
  if (part->n_cells == 0)
    r->failed = true; /* which was told */
  else if (!is_there && end->has_row)
    add_mistake(r, "Cells of a grid are `row,column`, counted from 0.",
                "%s: \"%s\" has the rows 0 to %zu and the columns 0 to %zu", word, title,
                rows > 0 ? rows - 1 : 0, part->columns > 0 ? part->columns - 1 : 0);
  else if (!is_there)
    add_mistake(r, "Cells are counted from 0, without the borders.",
                "%s: \"%s\" has the cells 0 to %zu", word, title, part->n_cells - 1);
  free(title);
  *cell = end->has_row ? end->row * part->columns + end->cell : end->cell;
  return is_there;
}

static void read_arrow(struct reader *r, struct wb_diagram_part *part, char *word) {
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
    add_mistake(r, "Write 0>3 for an arrow from cell 0 to cell 3, 0>3! for a wrong one.",
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
static void begin_arrows(struct reader *r, const char *name, const char *content) {
  (void)name;
  struct wb_diagram_part *part = add_part(r, WB_DIAGRAM_ARROWS);
  set_text(&part->text, wb_strdup(content));
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

static void end_arrows(struct reader *r, size_t index) {
  struct wb_diagram_part *part = &r->diagram->parts[index];
  const char *at = part->text;
  struct word word;
  if (!find_part_above(r->diagram, index, &part->above) ||
      !find_part_below(r->diagram, index, &part->below)) {
    add_mistake(r, "Put a row, ids or a grid above and below them.",
                "arrows lead from one row to another, and there is only one");
    return;
  }
  while (next_word(r, &at, &word)) {
    read_arrow(r, part, word.text);
    free(word.text);
  }
  if (part->n_arrows == 0 && !r->failed)
    add_mistake(r, "Write 0>3 for an arrow from cell 0 to cell 3.", "there are no arrows");
  if (part->n_arrows > MOST_ARROWS)
    add_mistake(r, "Draw some of them, and say the rest.", "there are %zu arrows, more than %d",
                part->n_arrows, (int)MOST_ARROWS);
  set_text(&part->text, wb_strdup(""));
}

/* ---- spans: `0-2 tile, 3-3 halo` --------------------------------------------------------- */

static size_t span_length(const char *text) {
  bool quoted = false;
  size_t at = 0;
  for (; text[at] != '\0' && (quoted || text[at] != ','); at++) quoted ^= text[at] == '"';
  return at;
}

static char *unquoted(char *text) {
  const size_t length = strlen(text);
  if (length < 2 || text[0] != '"' || text[length - 1] != '"') return text;
  char *inner = wb_strndup(text + 1, length - 2);
  free(text);
  return inner;
}

static void read_span(struct reader *r, struct wb_diagram_part *part, const char *text) {
  const struct wb_diagram_part *above = &r->diagram->parts[part->above];
  struct wb_diagram_span span;
  const char *at = text;
  bool reads = take_number(&at, &span.first);
  span.last = span.first;
  if (reads && *at == '-') {
    at++;
    reads = take_number(&at, &span.last);
  }
  if (!reads || (*at != '\0' && strchr(blanks, *at) == NULL) || span.last < span.first) {
    add_mistake(r, "Write 0-3 and a label: a span from cell 0 to cell 3, both included.",
                "\"%s\" is no span", text);
    return;
  }
  if (span.last >= above->columns) {
    char *title = part_title(above);
    if (above->columns > 0)
      add_mistake(r, "Cells are counted from 0, without the borders.",
                  "%zu-%zu: \"%s\" has the cells 0 to %zu", span.first, span.last, title,
                  above->columns - 1);
    free(title);
    return;
  }
  span.label = unquoted(copy_trimmed(at, strlen(at)));
  check_length(r, span.label);
  part->spans =
      wb_grow(part->spans, &part->span_capacity, part->n_spans + 1, sizeof part->spans[0]);
  part->spans[part->n_spans++] = span;
}

static void read_spans(struct reader *r, const char *name, const char *content) {
  (void)name;
  struct wb_diagram_part *part = add_part(r, WB_DIAGRAM_SPANS);
  if (!find_part_above(r->diagram, r->diagram->n_parts - 1, &part->above)) {
    add_mistake(r, "Put a row, ids or a grid above them.", "spans are under a row");
    return;
  }
  for (const char *at = content;; at++) {
    const size_t length = span_length(at);
    char *text = copy_trimmed(at, length);
    if (text[0] != '\0' || (at == content && at[length] == '\0')) read_span(r, part, text);
    free(text);
    at += length;
    if (*at == '\0') break;
  }
  if (part->n_spans > MOST_SPANS)
    add_mistake(r, "Draw some of them, and say the rest.", "there are %zu spans, more than %d",
                part->n_spans, (int)MOST_SPANS);
}

/* ---- time -------------------------------------------------------------------------------- */

static void read_time(struct reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = add_part(r, WB_DIAGRAM_TIME);
  size_t length = strlen(content);
  while (length > 0 && content[length - 1] == ' ') length--;
  set_text(&part->name, wb_strdup(name));
  set_text(&part->text, wb_strndup(content, length));
  const size_t known = strspn(part->text, "#. ");
  if (length == 0 || length > MOST_STEPS)
    add_mistake(r, "Write a character for each step: # busy, . waiting, a blank for nothing.",
                length == 0 ? "%s is empty" : "%s has more than 200 steps", "the bar");
  else if (known < length)
    add_mistake(r, "Each step is # (busy), . (waiting) or a blank (nothing).",
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
    struct wb_diagram_cell cell = {.kind = WB_CELL_TEXT, .text = copy_trimmed(at, length)};
    if (strcmp(cell.text, ".") == 0 || cell.text[0] == '\0') {
      cell.kind = WB_CELL_EMPTY;
      cell.text[0] = '\0';
    }
    cell.text = unquoted(cell.text);
    add_cell(part, &cell);
    at += length;
    if (*at == '\0') break;
  }
  part->columns = part->n_cells;
}

static void read_columns(struct reader *r, const char *name, const char *content) {
  (void)name;
  enum { MOST_IN_TABLE = 8 };
  struct wb_diagram_part *part = add_part(r, WB_DIAGRAM_COLUMNS);
  read_table_cells(part, content);
  if (part->n_cells > MOST_IN_TABLE)
    add_mistake(r, "Draw some of them, and say the rest.", "there are %zu columns, more than %d",
                part->n_cells, (int)MOST_IN_TABLE);
}

static const struct wb_diagram_part *find_headings(const struct wb_diagram *diagram) {
  for (size_t i = diagram->n_parts; i-- > 0;)
    if (diagram->parts[i].kind == WB_DIAGRAM_COLUMNS) return &diagram->parts[i];
  return NULL;
}

static void read_step(struct reader *r, const char *name, const char *content) {
  struct wb_diagram_part *part = add_part(r, WB_DIAGRAM_STEP);
  const struct wb_diagram_part *headings = find_headings(r->diagram);
  set_text(&part->name, wb_strdup(name));
  read_table_cells(part, content);
  if (headings == NULL)
    add_mistake(r, "Put a line \"columns: ...\" before the first step.",
                "a step is a line of a table, and there is none");
  else if (part->n_cells != headings->n_cells)
    add_mistake(r, "Give each column its text, with | between them; a . says nothing.",
                "the step has %zu texts, and there are %zu columns", part->n_cells,
                headings->n_cells);
}

/* ---- lines of text ----------------------------------------------------------------------- */

static void read_barrier(struct reader *r, const char *name, const char *content) {
  (void)name;
  set_text(&add_part(r, WB_DIAGRAM_BARRIER)->text, wb_strdup(content));
  check_length(r, content);
}

static void read_note(struct reader *r, const char *name, const char *content) {
  (void)name;
  set_text(&add_part(r, WB_DIAGRAM_NOTE)->text, wb_strdup(content));
  if (content[0] == '\0') add_mistake(r, "Write it after the colon.", "the note is empty");
}

/* Of the whole drawing, once. */
static void read_once(struct reader *r, char **text, const char *key, const char *content) {
  if (content[0] == '\0') add_mistake(r, "Write it after the colon.", "the %s is empty", key);
  if (*text[0] != '\0') add_mistake(r, "Leave one out.", "there are two lines \"%s\"", key);
  set_text(text, wb_strdup(content));
}

static void read_title(struct reader *r, const char *name, const char *content) {
  (void)name;
  read_once(r, &r->diagram->title, "title", content);
}

static void read_alt(struct reader *r, const char *name, const char *content) {
  (void)name;
  read_once(r, &r->diagram->alt, "alt", content);
}

/* ---- lines ------------------------------------------------------------------------------- */

static const struct line_kind {
  const char *key;
  bool has_name;
  bool keeps_blanks; /* the content has its blanks, but the one after the colon */
  void (*read)(struct reader *r, const char *name, const char *content);
} line_kinds[] = {
    {"title", false, false, read_title},     {"ids", true, false, read_labels},
    {"row", true, false, read_row},          {"grid", true, false, read_grid},
    {"arrows", false, false, begin_arrows},  {"spans", false, false, read_spans},
    {"barrier", false, false, read_barrier}, {"time", true, true, read_time},
    {"columns", false, false, read_columns}, {"step", true, false, read_step},
    {"note", false, false, read_note},       {"alt", false, false, read_alt},
};
enum { N_KINDS = sizeof line_kinds / sizeof line_kinds[0] };

static void add_unknown_key(struct reader *r, const char *key) {
  const char *keys[N_KINDS];
  for (size_t i = 0; i < N_KINDS; i++) keys[i] = line_kinds[i].key;
  const char *near = wb_nearest(key, keys, N_KINDS);
  char *remedy = near != NULL ? wb_format("Did you mean \"%s\"?", near)
                              : wb_strdup(
                                    "A line begins with title, ids, row, grid, arrows, spans, "
                                    "barrier, time, columns, step, note or alt.");
  add_mistake(r, remedy, "\"%s\" begins no line of a drawing", key);
  free(remedy);
}

static const struct line_kind *find_kind(const char *key) {
  for (size_t i = 0; i < N_KINDS; i++)
    if (strcmp(line_kinds[i].key, key) == 0) return &line_kinds[i];
  return NULL;
}

/* `head` is what stands before the colon, `after` what stands after it. */
static void read_content(struct reader *r, const char *head, const char *after) {
  const size_t length = strcspn(head, blanks);
  char *key = wb_strndup(head, length), *name = copy_trimmed(head + length, strlen(head + length));
  char *trimmed = copy_trimmed(after, strlen(after));
  const struct line_kind *kind = find_kind(key);
  const char *content = kind != NULL && kind->keeps_blanks ? after + (after[0] == ' ') : trimmed;
  if (kind == NULL)
    add_unknown_key(r, key);
  else if (!kind->has_name && name[0] != '\0')
    add_mistake(r, "Leave the name out.", "\"%s\" has no name, and here it has \"%s\"", key, name);
  else
    kind->read(r, name, content);
  if (kind != NULL && kind->has_name && kind->read != read_grid) check_length(r, name);
  free(key);
  free(name);
  free(trimmed);
}

static void read_line(struct reader *r, const char *line) {
  const char *colon = strchr(line, ':');
  char *head =
      colon != NULL ? copy_trimmed(line, (size_t)(colon - line)) : copy_trimmed(line, strlen(line));
  const struct line_kind *kind = find_kind(head);
  if (colon != NULL) {
    read_content(r, head, colon + 1);
  } else if (kind != NULL && kind->read == read_barrier) {
    read_barrier(r, "", "");
  } else if (head[0] != '\0') {
    add_mistake(r, "A line is a key, a name where it has one, a colon, and the content.",
                "\"%s\" has no colon", head);
  }
  free(head);
}

/* What is asked of all lines together. */
static void check_whole(struct reader *r) {
  const struct wb_diagram *d = r->diagram;
  for (size_t i = 0; i < d->n_parts; i++) {
    r->line = d->parts[i].line;
    if (d->parts[i].kind == WB_DIAGRAM_ARROWS) end_arrows(r, i);
    if (d->parts[i].kind == WB_DIAGRAM_COLUMNS &&
        (i + 1 == d->n_parts || d->parts[i + 1].kind != WB_DIAGRAM_STEP))
      add_mistake(r, "Put a line \"step: ...\" after it.", "the table has no step");
  }
  r->line = 1;
  if (d->n_parts == 0 && !r->failed)
    add_mistake(r, "Put a row in it: \"row a: 3 8 2 5\".", "the drawing is empty");
}

bool wb_diagram_read(struct wb_diagram *diagram, const char *block,
                     struct wb_diagram_mistakes *mistakes) {
  struct reader r = {.diagram = diagram, .mistakes = mistakes};
  diagram->title = wb_strdup("");
  diagram->alt = wb_strdup("");
  for (const char *at = block; *at != '\0' && r.line < MOST_LINES;) {
    const size_t length = strcspn(at, "\n");
    struct wb_str line;
    wb_str_init(&line);
    wb_text_expand_line(&line, at, length, NULL);
    r.line++;
    read_line(&r, line.data);
    wb_str_release(&line);
    at += length + (at[length] == '\n');
    if (*at != '\0' && r.line == MOST_LINES)
      add_mistake(&r, "Make two drawings of it.", "the drawing has more than %d lines",
                  (int)MOST_LINES);
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
