#include "base/clean.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Bytes of the well-formed character at `text` (RFC 3629), or 0. */
static size_t character_length(const unsigned char *text, size_t left) {
  static const struct {
    unsigned char low, high, second_low, second_high;
    unsigned char length;
  } forms[] = {
      {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
      {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
      {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
  };
  size_t i = 0;
  while (i < sizeof forms / sizeof forms[0] && (text[0] < forms[i].low || text[0] > forms[i].high))
    i++;
  if (i == sizeof forms / sizeof forms[0] || forms[i].length > left) return 0;
  if (forms[i].length == 1) return 1;
  if (text[1] < forms[i].second_low || text[1] > forms[i].second_high) return 0;
  for (size_t k = 2; k < forms[i].length; k++)
    if ((text[k] & 0xC0U) != 0x80U) return 0;
  return forms[i].length;
}

static bool is_control(const unsigned char *text, size_t length) {
  if (length == 1) return (text[0] < 0x20 && text[0] != '\n' && text[0] != '\t') || text[0] == 0x7F;
  return length == 2 && text[0] == 0xC2 && text[1] < 0xA0; /* C1: 8-bit CSI and such */
}

void wb_clean_text(struct wb_str *out, const char *bytes, size_t length) {
  const unsigned char *text = (const unsigned char *)bytes;
  for (size_t i = 0; i < length;) {
    size_t size = character_length(text + i, length - i);
    if (size == 0) {
      wb_str_add(out, "\xEF\xBF\xBD");
      size = 1;
    } else if (!is_control(text + i, size)) {
      wb_str_add_bytes(out, text + i, size);
    }
    i += size;
  }
}

void wb_clean_into(char *buffer, size_t size, const char *text) {
  struct wb_str clean;
  size_t length;
  wb_str_init(&clean);
  wb_clean_text(&clean, text, strlen(text));
  length = clean.length;
  if (length >= size) {
    length = size - 1;
    while (length > 0 && ((unsigned char)clean.data[length] & 0xC0U) == 0x80U) length--;
  }
  memcpy(buffer, clean.data, length);
  buffer[length] = '\0';
  wb_str_release(&clean);
}
