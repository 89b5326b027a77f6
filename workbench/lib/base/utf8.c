#include "base/utf8.h"

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

static bool is_continuation(char byte) { return ((unsigned char)byte & 0xC0U) == 0x80U; }

/* Bytes of the character at `text`, or 0 where there is none. */
static size_t decode_valid(const char *text, size_t length, unsigned *character) {
  const struct lead *lead = length > 0 ? find_lead((unsigned char)text[0]) : NULL;
  if (lead == NULL || lead->length > length) return 0;
  unsigned value = (unsigned char)text[0] & (unsigned char)~lead->mask;
  for (size_t i = 1; i < lead->length; i++) {
    if (!is_continuation(text[i])) return 0;
    value = value << 6 | ((unsigned char)text[i] & 0x3FU);
  }
  if (value < lead->least || !is_scalar_value(value)) return 0;
  *character = value;
  return lead->length;
}

size_t wb_utf8_decode(const char *text, size_t length, unsigned *character) {
  const size_t bytes = decode_valid(text, length, character);
  if (bytes > 0) return bytes;
  *character = WB_REPLACEMENT;
  return 1;
}

bool wb_utf8_is_valid(const char *text, size_t length) {
  size_t at = 0, bytes = 1;
  while (at < length && bytes > 0) {
    unsigned character;
    bytes = decode_valid(text + at, length - at, &character);
    at += bytes;
  }
  return bytes > 0;
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

size_t wb_utf8_whole(const char *text, size_t length) {
  size_t last = length;
  while (last > 0 && is_continuation(text[last - 1])) last--;
  if (last == 0) return length; /* no text at all, or no UTF-8 */
  const struct lead *lead = find_lead((unsigned char)text[last - 1]);
  return lead != NULL && last - 1 + lead->length > length ? last - 1 : length;
}
