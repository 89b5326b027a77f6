#include "text/columns.h"

#include <string.h>

#include "base/clean.h"
#include "base/utf8.h"

enum { ZERO_WIDTH_JOINER = 0x200D };

/* ---- widths ----------------------------------------------------------------------------- */

struct range {
  unsigned first, last;
};

#include "widths.inc" /* zero_width and wide, sorted */

#define COUNT_OF(table) (sizeof(table) / sizeof(table)[0])

/* Most text lies before all ranges. */
static bool is_in(const struct range *ranges, size_t count, unsigned character) {
  if (character < ranges[0].first) return false;
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (character > ranges[middle].last)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && character >= ranges[low].first;
}

int wb_character_width(unsigned character) {
  int width = 1;
  if (wb_character_controls(character))
    width = 0;
  else if (is_in(zero_width, COUNT_OF(zero_width), character))
    width = 0;
  else if (is_in(wide, COUNT_OF(wide), character))
    width = 2;
  return width;
}

/* How much of it, from its beginning, are characters of one byte and one column. */
static size_t plain_bytes(const char *text, size_t length) {
  size_t count = 0;
  while (count < length && text[count] >= ' ' && text[count] <= '~') count++;
  return count;
}

size_t wb_text_width_n(const char *text, size_t length) {
  size_t at = plain_bytes(text, length), width = at;
  while (at < length) {
    unsigned character;
    at += wb_utf8_decode(text + at, length - at, &character);
    width += (size_t)wb_character_width(character);
  }
  return width;
}

size_t wb_text_width(const char *text) { return wb_text_width_n(text, strlen(text)); }

/* Bytes of one character together with what belongs to it. */
static size_t cluster_bytes(const char *text, size_t length, size_t *width) {
  unsigned character;
  size_t end = wb_utf8_decode(text, length, &character);
  *width = (size_t)wb_character_width(character);
  bool joined = character == ZERO_WIDTH_JOINER;
  while (end < length) {
    size_t bytes = wb_utf8_decode(text + end, length - end, &character);
    int columns = wb_character_width(character);
    if (columns > 0 && !joined) break;
    joined = character == ZERO_WIDTH_JOINER;
    *width += (size_t)columns;
    end += bytes;
  }
  return end;
}

size_t wb_text_fit(const char *text, size_t columns) {
  size_t length = strlen(text);
  size_t fits = 0;
  for (size_t used = 0; fits < length;) {
    size_t width;
    size_t bytes = cluster_bytes(text + fits, length - fits, &width);
    used += width;
    if (used > columns) break;
    fits += bytes;
  }
  return fits;
}

char *wb_text_shorten(const char *text, size_t columns) {
  const size_t width = wb_text_width(text), room = (columns - 1) / 2;
  if (width <= columns) return wb_strdup(text);
  const char *end = text + wb_text_fit(text, width - room);
  if (wb_text_width(end) > room) end = text + wb_text_fit(text, width - room + 1);
  return wb_format("%.*s…%s", (int)wb_text_fit(text, columns - 1 - room), text, end);
}

/* ---- what is shown, in columns ------------------------------------------------------------ */

static void add_shown(struct wb_str *out, unsigned character, size_t *column) {
  if (character == '\t') {
    size_t blanks = WB_TAB_COLUMNS - *column % WB_TAB_COLUMNS;
    *column += blanks;
    while (blanks-- > 0) wb_str_add_char(out, ' ');
  } else {
    unsigned shown = wb_character_shown(character);
    *column += (size_t)wb_character_width(shown);
    wb_utf8_add(out, shown);
  }
}

void wb_text_expand_line(struct wb_str *out, const char *text, size_t length, size_t *column) {
  size_t own_column = 0;
  if (column == NULL) column = &own_column;
  for (size_t at = 0; at < length;) {
    unsigned character;
    const size_t plain = plain_bytes(text + at, length - at);
    wb_str_add_bytes(out, text + at, plain);
    *column += plain;
    at += plain;
    if (at == length) break;
    at += wb_utf8_decode(text + at, length - at, &character);
    add_shown(out, character, column);
  }
}

void wb_text_expand(struct wb_str *out, const char *text, size_t length) {
  for (size_t at = 0; at < length;) {
    const char *newline = memchr(text + at, '\n', length - at);
    size_t end = newline != NULL ? (size_t)(newline - text) : length;
    /* Windows line ends are no news to anybody. */
    size_t line = end > at && newline != NULL && text[end - 1] == '\r' ? end - 1 : end;
    wb_text_expand_line(out, text + at, line - at, NULL);
    if (newline != NULL) wb_str_add_char(out, '\n');
    at = end + (newline != NULL);
  }
}

size_t wb_text_column(const char *line, size_t length, size_t bytes) {
  struct wb_str cleaned;
  size_t column = 0;
  size_t end = bytes < length ? bytes : length;
  wb_str_init(&cleaned);
  wb_text_expand_line(&cleaned, line, end, &column);
  wb_str_release(&cleaned);
  return column + (bytes - end);
}

/* ---- ASCII ------------------------------------------------------------------------------- */

struct likeness {
  unsigned character;
  const char *ascii;
};

/* Sorted by character. What drawings are made of keeps its one column. */
static const struct likeness likenesses[] = {
    {0x00A0, " "},  {0x00B1, "+-"},  {0x00B2, "^2"},  {0x00B3, "^3"},  {0x00B5, "u"},
    {0x00B7, "."},  {0x00D7, "x"},   {0x2010, "-"},   {0x2011, "-"},   {0x2012, "-"},
    {0x2013, "-"},  {0x2014, "--"},  {0x2018, "'"},   {0x2019, "'"},   {0x201C, "\""},
    {0x201D, "\""}, {0x2022, "*"},   {0x2026, "..."}, {0x2190, "<-"},  {0x2191, "^"},
    {0x2192, "->"}, {0x2193, "v"},   {0x2194, "<->"}, {0x21AA, "\\"},  {0x21D2, "=>"},
    {0x2208, "in"}, {0x2211, "sum"}, {0x2212, "-"},   {0x221E, "inf"}, {0x2248, "~="},
    {0x2260, "!="}, {0x2264, "<="},  {0x2265, ">="},  {0x2308, "["},   {0x2309, "]"},
    {0x230A, "["},  {0x230B, "]"},   {0x241B, "^["},  {0x2500, "-"},   {0x2501, "-"},
    {0x2502, "|"},  {0x2503, "|"},   {0x2504, "-"},   {0x2506, "|"},   {0x2508, "-"},
    {0x250A, "|"},  {0x250C, "+"},   {0x2510, "+"},   {0x2514, "+"},   {0x2518, "+"},
    {0x251C, "+"},  {0x2524, "+"},   {0x252C, "+"},   {0x2534, "+"},   {0x253C, "+"},
    {0x254C, "-"},  {0x254E, "|"},   {0x2550, "="},   {0x2551, "|"},   {0x2553, "+"},
    {0x2554, "+"},  {0x2556, "+"},   {0x2557, "+"},   {0x2559, "+"},   {0x255A, "+"},
    {0x255C, "+"},  {0x255D, "+"},   {0x255E, "+"},   {0x255F, "+"},   {0x2561, "+"},
    {0x2562, "+"},  {0x2565, "+"},   {0x2568, "+"},   {0x256A, "="},   {0x256B, "+"},
    {0x256D, "+"},  {0x256E, "+"},   {0x256F, "+"},   {0x2570, "+"},   {0x2571, "/"},
    {0x2572, "\\"}, {0x2573, "X"},   {0x2574, "-"},   {0x2575, "|"},   {0x2576, "-"},
    {0x2577, "|"},  {0x2588, "#"},   {0x2591, "."},   {0x2592, ":"},   {0x2593, "#"},
    {0x25A0, "#"},  {0x25A1, "."},   {0x25B2, "^"},   {0x25B6, ">"},   {0x25B8, ">"},
    {0x25BC, "v"},  {0x25C0, "<"},   {0x25C2, "<"},   {0x25CB, "o"},   {0x25CF, "*"},
    {0x2713, "ok"}, {0x2714, "ok"},  {0x2717, "x"},   {0x2718, "x"},
};

static const char *ascii_likeness(unsigned character) {
  size_t low = 0;
  size_t high = sizeof likenesses / sizeof likenesses[0];
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (likenesses[middle].character == character) return likenesses[middle].ascii;
    if (likenesses[middle].character < character)
      low = middle + 1;
    else
      high = middle;
  }
  return wb_character_width(character) > 0 ? "?" : "";
}

void wb_text_ascii(struct wb_str *out, const char *text) {
  size_t length = strlen(text);
  for (size_t at = 0; at < length;) {
    unsigned character;
    at += wb_utf8_decode(text + at, length - at, &character);
    if (character < 0x80)
      wb_str_add_char(out, (char)character);
    else
      wb_str_add(out, ascii_likeness(character));
  }
}
