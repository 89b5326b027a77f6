/* Drawings of characters as SVG. Each character has a cell; characters that draw lines become
 * lines from the middle of their cell to its edges, so that neighbours meet, and arrow heads
 * become triangles. What is left is text, a word at a time, each at its column. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "text/columns.h"
#include "text/html.h"

/* Tenths of a pixel. */
enum { CELL_WIDTH = 84, CELL_HEIGHT = 200, BASELINE = 145, HEAD = 42 };

/* What has more is no drawing for people, and stays as it is. */
enum { MOST_CELLS = 100000 };

/* Which edges of its cell a character's lines lead to, or between which of its corners, and how
 * they look. */
enum { LEFT = 1, RIGHT = 2, UP = 4, DOWN = 8, RISING = 16, FALLING = 32 };
enum look { LIGHT, HEAVY, DASHED, N_LOOKS };
struct line_character {
  unsigned character;
  unsigned char arms;
  unsigned char look;
};

#define LEVEL (LEFT | RIGHT)
#define UPRIGHT (UP | DOWN)
static const struct line_character line_characters[] = {
    {0x2500, LEVEL, LIGHT},
    {0x2501, LEVEL, HEAVY},
    {0x2502, UPRIGHT, LIGHT},
    {0x2503, UPRIGHT, HEAVY},
    {0x2504, LEVEL, DASHED},
    {0x2506, UPRIGHT, DASHED},
    {0x2508, LEVEL, DASHED},
    {0x250A, UPRIGHT, DASHED},
    {0x250C, RIGHT | DOWN, LIGHT},
    {0x250F, RIGHT | DOWN, HEAVY},
    {0x2510, LEFT | DOWN, LIGHT},
    {0x2513, LEFT | DOWN, HEAVY},
    {0x2514, RIGHT | UP, LIGHT},
    {0x2517, RIGHT | UP, HEAVY},
    {0x2518, LEFT | UP, LIGHT},
    {0x251B, LEFT | UP, HEAVY},
    {0x251C, UPRIGHT | RIGHT, LIGHT},
    {0x2523, UPRIGHT | RIGHT, HEAVY},
    {0x2524, UPRIGHT | LEFT, LIGHT},
    {0x252B, UPRIGHT | LEFT, HEAVY},
    {0x252C, LEVEL | DOWN, LIGHT},
    {0x2533, LEVEL | DOWN, HEAVY},
    {0x2534, LEVEL | UP, LIGHT},
    {0x253B, LEVEL | UP, HEAVY},
    {0x253C, LEVEL | UPRIGHT, LIGHT},
    {0x254B, LEVEL | UPRIGHT, HEAVY},
    {0x254C, LEVEL, DASHED},
    {0x254E, UPRIGHT, DASHED},
    {0x2550, LEVEL, HEAVY},
    {0x2551, UPRIGHT, HEAVY},
    {0x2554, RIGHT | DOWN, HEAVY},
    {0x2557, LEFT | DOWN, HEAVY},
    {0x255A, RIGHT | UP, HEAVY},
    {0x255D, LEFT | UP, HEAVY},
    {0x2560, UPRIGHT | RIGHT, HEAVY},
    {0x2563, UPRIGHT | LEFT, HEAVY},
    {0x2566, LEVEL | DOWN, HEAVY},
    {0x2569, LEVEL | UP, HEAVY},
    {0x256C, LEVEL | UPRIGHT, HEAVY},
    {0x256D, RIGHT | DOWN, LIGHT},
    {0x256E, LEFT | DOWN, LIGHT},
    {0x256F, LEFT | UP, LIGHT},
    {0x2571, RISING, LIGHT},
    {0x2572, FALLING, LIGHT},
    {0x2573, RISING | FALLING, LIGHT},
    {0x2570, RIGHT | UP, LIGHT},
    {0x2574, LEFT, LIGHT},
    {0x2575, UP, LIGHT},
    {0x2576, RIGHT, LIGHT},
    {0x2577, DOWN, LIGHT},
};

/* An arrow's head points to that edge; 0: it is none. */
static unsigned head_direction(unsigned character) {
  switch (character) {
    case 0x25B2:
      return UP; /* ▲ */
    case 0x25B6: /* ▶ */
    case 0x25BA:
      return RIGHT; /* ► */
    case 0x25BC:
      return DOWN; /* ▼ */
    case 0x25C0:   /* ◀ */
    case 0x25C4:
      return LEFT; /* ◄ */
    default:
      return 0;
  }
}

static const struct line_character *find_line(unsigned character) {
  for (size_t i = 0; i < sizeof line_characters / sizeof line_characters[0]; i++)
    if (line_characters[i].character == character) return &line_characters[i];
  return NULL;
}

/* ---- what is in the cells ------------------------------------------------------------ */

struct canvas {
  size_t rows, columns;
  unsigned char *arms; /* of each cell, row by row, for each look: those of a look together */
  struct wb_str heads; /* the data of a path */
  struct wb_str texts; /* elements */
};

static unsigned char *arms_at(const struct canvas *canvas, enum look look, size_t row,
                              size_t column) {
  return &canvas->arms[((size_t)look * canvas->rows + row) * canvas->columns + column];
}

static void add_tenths(struct wb_str *out, size_t tenths) {
  wb_str_addf(out, "%zu", tenths / 10);
  if (tenths % 10 != 0) wb_str_addf(out, ".%zu", tenths % 10);
}

static void add_point(struct wb_str *out, char command, size_t x, size_t y) {
  wb_str_add_char(out, command);
  add_tenths(out, x);
  wb_str_add_char(out, ' ');
  add_tenths(out, y);
}

/* The tip is at the edge of the cell. */
static void add_head(struct canvas *canvas, unsigned direction, size_t row, size_t column) {
  const size_t x = column * CELL_WIDTH, y = row * CELL_HEIGHT;
  const size_t middle = x + CELL_WIDTH / 2, level = y + CELL_HEIGHT / 2;
  struct wb_str *out = &canvas->heads;
  if (direction == DOWN || direction == UP) {
    const size_t tip = direction == DOWN ? y + CELL_HEIGHT - 20 : y + 20;
    const size_t back = direction == DOWN ? tip - 2 * HEAD : tip + 2 * HEAD;
    add_point(out, 'M', middle, tip);
    add_point(out, 'L', middle - HEAD, back);
    add_point(out, 'L', middle + HEAD, back);
  } else {
    const size_t tip = direction == RIGHT ? x + CELL_WIDTH : x;
    const size_t back = direction == RIGHT ? tip - 2 * HEAD : tip + 2 * HEAD;
    add_point(out, 'M', tip, level);
    add_point(out, 'L', back, level - HEAD);
    add_point(out, 'L', back, level + HEAD);
  }
  wb_str_add_char(out, 'Z');
}

static void add_word(struct canvas *canvas, const struct wb_str *word, size_t row, size_t column,
                     size_t columns) {
  if (word->length == 0) return;
  wb_str_add(&canvas->texts, "<text x=\"");
  add_tenths(&canvas->texts, column * CELL_WIDTH);
  wb_str_add(&canvas->texts, "\" y=\"");
  add_tenths(&canvas->texts, row * CELL_HEIGHT + BASELINE);
  wb_str_add(&canvas->texts, "\" textLength=\"");
  add_tenths(&canvas->texts, columns * CELL_WIDTH);
  wb_str_add(&canvas->texts, "\">");
  wb_html_text(&canvas->texts, word->data);
  wb_str_add(&canvas->texts, "</text>\n");
}

/* The stem of an arrow reaches its head: a head takes what leads to it. */
static void place_character(struct canvas *canvas, unsigned character, size_t row, size_t column) {
  const struct line_character *line = find_line(character);
  const unsigned direction = head_direction(character);
  if (line != NULL) *arms_at(canvas, line->look, row, column) = line->arms;
  if (direction != 0) add_head(canvas, direction, row, column);
  if (direction == DOWN) *arms_at(canvas, LIGHT, row, column) = UP;
  if (direction == UP) *arms_at(canvas, LIGHT, row, column) = DOWN;
}

static void read_line(struct canvas *canvas, const char *text, size_t length, size_t row) {
  struct wb_str word;
  size_t column = 0, begin = 0;
  wb_str_init(&word);
  for (size_t at = 0; at < length;) {
    unsigned character;
    const size_t bytes = wb_utf8_decode(text + at, length - at, &character);
    const bool draws = find_line(character) != NULL || head_direction(character) != 0;
    if (draws || character == ' ') {
      add_word(canvas, &word, row, begin, column - begin);
      wb_str_clear(&word);
      if (draws) place_character(canvas, character, row, column);
      column++;
      begin = column;
    } else {
      wb_str_add_bytes(&word, text + at, bytes);
      column += wb_text_width_n(text + at, bytes);
    }
    at += bytes;
  }
  add_word(canvas, &word, row, begin, column - begin);
  wb_str_release(&word);
}

/* ---- lines --------------------------------------------------------------------------- */

/* A run of half cells that a line goes through, as one piece: what the arms of neighbours make. */
static void add_run(struct wb_str *out, bool level, size_t across, size_t from, size_t to) {
  const size_t length = level ? CELL_WIDTH : CELL_HEIGHT,
               breadth = level ? CELL_HEIGHT : CELL_WIDTH;
  const size_t start = from * length / 2, at = across * breadth + breadth / 2;
  add_point(out, 'M', level ? start : at, level ? at : start);
  wb_str_add_char(out, level ? 'H' : 'V');
  add_tenths(out, to * length / 2);
}

static void add_runs(const struct canvas *canvas, enum look look, bool level, struct wb_str *out) {
  const size_t lines = level ? canvas->rows : canvas->columns;
  const size_t halves = 2 * (level ? canvas->columns : canvas->rows);
  for (size_t across = 0; across < lines; across++) {
    size_t from = halves;
    for (size_t half = 0; half <= halves; half++) {
      const size_t row = level ? across : half / 2, column = level ? half / 2 : across;
      const unsigned arm = level ? (half % 2 == 0 ? LEFT : RIGHT) : (half % 2 == 0 ? UP : DOWN);
      const bool drawn = half < halves && (*arms_at(canvas, look, row, column) & arm) != 0;
      if (drawn && from == halves) from = half;
      if (drawn || from == halves) continue;
      add_run(out, level, across, from, half);
      from = halves;
    }
  }
}

static void add_diagonals(const struct canvas *canvas, struct wb_str *out) {
  for (size_t row = 0; row < canvas->rows; row++)
    for (size_t column = 0; column < canvas->columns; column++) {
      const unsigned arms = *arms_at(canvas, LIGHT, row, column);
      const size_t x = column * CELL_WIDTH, y = row * CELL_HEIGHT;
      if ((arms & RISING) != 0) add_point(out, 'M', x, y + CELL_HEIGHT);
      if ((arms & RISING) != 0) add_point(out, 'L', x + CELL_WIDTH, y);
      if ((arms & FALLING) != 0) add_point(out, 'M', x, y);
      if ((arms & FALLING) != 0) add_point(out, 'L', x + CELL_WIDTH, y + CELL_HEIGHT);
    }
}

static void add_lines(const struct canvas *canvas, struct wb_str *out) {
  static const char *const looks[N_LOOKS] = {
      [LIGHT] = "stroke-width=\"1.3\"",
      [HEAVY] = "stroke-width=\"2.6\"",
      [DASHED] = "stroke-width=\"1.3\" stroke-dasharray=\"3 3\""};
  for (enum look look = LIGHT; look < N_LOOKS; look++) {
    struct wb_str data;
    wb_str_init(&data);
    add_runs(canvas, look, true, &data);
    add_runs(canvas, look, false, &data);
    if (look == LIGHT) add_diagonals(canvas, &data);
    if (data.length > 0)
      wb_str_addf(out, "<path fill=\"none\" stroke=\"currentColor\" %s d=\"%s\"/>\n", looks[look],
                  data.data);
    wb_str_release(&data);
  }
}

/* ---- the figure ---------------------------------------------------------------------- */

static void measure(struct canvas *canvas, const char *text) {
  for (const char *line = text; *line != '\0';) {
    const size_t length = strcspn(line, "\n"), width = wb_text_width_n(line, length);
    if (width > canvas->columns) canvas->columns = width;
    canvas->rows++;
    line += length + (line[length] == '\n');
  }
}

static void read_drawing(struct canvas *canvas, const char *text) {
  size_t row = 0;
  for (const char *line = text; *line != '\0'; row++) {
    const size_t length = strcspn(line, "\n");
    read_line(canvas, line, length, row);
    line += length + (line[length] == '\n');
  }
}

/* In one line, however the lesson breaks it. */
static void add_words(struct wb_str *out, const char *words) {
  char *line = wb_strdup(words);
  for (char *at = line; *at != '\0'; at++)
    if (*at == '\n' || *at == '\r') *at = ' ';
  wb_html_text(out, line);
  free(line);
}

static void add_figure(struct wb_str *out, const struct canvas *canvas, const char *words) {
  wb_str_add(out, "<figure class=\"drawing\"");
  if (words != NULL) {
    wb_str_add(out, " role=\"img\" aria-label=\"");
    add_words(out, words);
    wb_str_add_char(out, '"');
  }
  wb_str_add(out, "><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
  add_tenths(out, canvas->columns * CELL_WIDTH);
  wb_str_add_char(out, ' ');
  add_tenths(out, canvas->rows * CELL_HEIGHT);
  wb_str_add(out, "\" width=\"");
  add_tenths(out, canvas->columns * CELL_WIDTH);
  wb_str_add(out, "\" height=\"");
  add_tenths(out, canvas->rows * CELL_HEIGHT);
  wb_str_add(out, "\" font-size=\"14\" fill=\"currentColor\">\n");
  add_lines(canvas, out);
  if (canvas->heads.length > 0) wb_str_addf(out, "<path d=\"%s\"/>\n", canvas->heads.data);
  wb_str_add_bytes(out, canvas->texts.data, canvas->texts.length);
  wb_str_add(out, "</svg></figure>\n");
}

/* Tabs and what else has no column of its own are made fit first, line by line. */
static char *without_tabs(const char *text) {
  struct wb_str clean;
  wb_str_init(&clean);
  for (const char *line = text; *line != '\0';) {
    const size_t length = strcspn(line, "\n");
    wb_text_expand_line(&clean, line, length, NULL);
    wb_str_add_char(&clean, '\n');
    line += length + (line[length] == '\n');
  }
  return wb_str_detach(&clean);
}

void wb_html_drawing(struct wb_str *out, const char *drawing, const char *words) {
  struct canvas canvas = {0};
  char *text = without_tabs(drawing);
  wb_str_init(&canvas.heads);
  wb_str_init(&canvas.texts);
  measure(&canvas, text);
  if (canvas.columns > 0 && canvas.rows > MOST_CELLS / canvas.columns) {
    wb_str_add(out, "<pre>");
    wb_html_text(out, text);
    wb_str_add(out, "</pre>\n");
  } else if (canvas.columns > 0) {
    canvas.arms = wb_alloc(N_LOOKS * canvas.rows * canvas.columns);
    read_drawing(&canvas, text);
    add_figure(out, &canvas, words);
  }
  wb_str_release(&canvas.heads);
  wb_str_release(&canvas.texts);
  free(canvas.arms);
  free(text);
}
