#include "text/utf8.h"

#include <string.h>

enum { ZERO_WIDTH_JOINER = 0x200D };

/* What a first byte announces: how many bytes, its own bits, and the smallest
 * character that needs that many (anything less is an overlong form). */
struct lead {
  unsigned char mask, value;
  unsigned char length;
  unsigned least;
};

static const struct lead leads[] = {
    {0x80, 0x00, 1, 0},
    {0xE0, 0xC0, 2, 0x80},
    {0xF0, 0xE0, 3, 0x800},
    {0xF8, 0xF0, 4, 0x10000},
};

static const struct lead *find_lead(unsigned char byte) {
  for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++)
    if ((byte & leads[i].mask) == leads[i].value) return &leads[i];
  return NULL;
}

static bool is_scalar_value(unsigned character) {
  return character <= 0x10FFFF && !(character >= 0xD800 && character <= 0xDFFF);
}

size_t wb_utf8_decode(const char *text, size_t length, unsigned *character) {
  *character = WB_REPLACEMENT;
  if (length == 0) return 1;
  const unsigned char *bytes = (const unsigned char *)text;
  const struct lead *lead = find_lead(bytes[0]);
  if (lead == NULL || lead->length > length) return 1;
  unsigned value = bytes[0] & (unsigned char)~lead->mask;
  for (size_t i = 1; i < lead->length; i++) {
    if ((bytes[i] & 0xC0U) != 0x80U) return 1;
    value = value << 6 | (bytes[i] & 0x3FU);
  }
  if (value < lead->least || !is_scalar_value(value)) return 1;
  *character = value;
  return lead->length;
}

void wb_utf8_add(struct wb_str *out, unsigned character) {
  unsigned c = is_scalar_value(character) ? character : WB_REPLACEMENT;
  if (c < 0x80) {
    wb_str_add_char(out, (char)c);
  } else if (c < 0x800) {
    wb_str_add_char(out, (char)(0xC0U | c >> 6));
    wb_str_add_char(out, (char)(0x80U | (c & 0x3FU)));
  } else if (c < 0x10000) {
    wb_str_add_char(out, (char)(0xE0U | c >> 12));
    wb_str_add_char(out, (char)(0x80U | (c >> 6 & 0x3FU)));
    wb_str_add_char(out, (char)(0x80U | (c & 0x3FU)));
  } else {
    wb_str_add_char(out, (char)(0xF0U | c >> 18));
    wb_str_add_char(out, (char)(0x80U | (c >> 12 & 0x3FU)));
    wb_str_add_char(out, (char)(0x80U | (c >> 6 & 0x3FU)));
    wb_str_add_char(out, (char)(0x80U | (c & 0x3FU)));
  }
}

size_t wb_text_width_n(const char *text, size_t length) {
  size_t width = 0;
  for (size_t at = 0; at < length;) {
    unsigned character;
    at += wb_utf8_decode(text + at, length - at, &character);
    width += (size_t)wb_character_width(character);
  }
  return width;
}

size_t wb_text_width(const char *text) { return wb_text_width_n(text, strlen(text)); }

/* Bytes of one character together with what belongs to it. */
static size_t cluster(const char *text, size_t length, size_t *width) {
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
    size_t bytes = cluster(text + fits, length - fits, &width);
    used += width;
    if (used > columns) break;
    fits += bytes;
  }
  return fits;
}
