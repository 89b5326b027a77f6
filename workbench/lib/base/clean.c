#include "base/clean.h"

#include <string.h>

#include "base/utf8.h"

bool wb_character_controls(unsigned c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

/* Marks of direction, which can make source read as what it is not, Unicode's own
 * line ends, and tags, which nothing shows. */
bool wb_character_disguises(unsigned c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E ||
         c == 0x200F || c == 0x061C || c == 0x2028 || c == 0x2029 || c == 0xFEFF ||
         (c >= 0xE0000 && c <= 0xE007F);
}

unsigned wb_character_shown(unsigned c) {
  unsigned shown = c;
  if (c < 0x20)
    shown = 0x2400 + c;
  else if (c == 0x7F)
    shown = 0x2421;
  else if (wb_character_controls(c) || wb_character_disguises(c))
    shown = WB_REPLACEMENT;
  return shown;
}

void wb_clean_text(struct wb_str *out, const char *bytes, size_t length) {
  for (size_t at = 0; at < length;) {
    unsigned character;
    at += wb_utf8_decode(bytes + at, length - at, &character);
    const bool line_end = character == '\r' && at < length && bytes[at] == '\n';
    if (character == '\n' || character == '\t')
      wb_str_add_char(out, (char)character);
    else if (!line_end)
      wb_utf8_add(out, wb_character_shown(character));
  }
}

bool wb_clean_name(struct wb_str *out, const char *bytes, size_t length) {
  enum { REPLACEMENT = 0xFFFD, REPLACEMENT_BYTES = 3 };
  const size_t before = out->length;
  for (size_t at = 0; at < length;) {
    unsigned character;
    const size_t n = wb_utf8_decode(bytes + at, length - at, &character);
    const unsigned shown = wb_character_shown(character);
    const bool is_itself = shown == character && n == REPLACEMENT_BYTES;
    if (shown != REPLACEMENT || is_itself)
      wb_utf8_add(out, shown);
    else
      for (size_t i = 0; i < n; i++) wb_str_addf(out, "%%%02X", (unsigned char)bytes[at + i]);
    at += n;
  }
  return out->length - before != length || memcmp(out->data + before, bytes, length) != 0;
}

void wb_clean_into(char *buffer, size_t size, const char *text) {
  struct wb_str clean;
  size_t length;
  wb_str_init(&clean);
  wb_clean_text(&clean, text, strlen(text));
  length = clean.length < size ? clean.length : wb_utf8_whole(clean.data, size - 1);
  memcpy(buffer, clean.data, length);
  buffer[length] = '\0';
  wb_str_release(&clean);
}
