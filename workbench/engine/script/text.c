#include "script/text.h"

#include <stddef.h>
#include <string.h>

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool wb_is_identifier(const char *text) {
  if (!is_letter(text[0])) return false;
  for (const char *at = text; *at != '\0'; at++)
    if (!is_letter(*at) && !(*at >= '0' && *at <= '9')) return false;
  return true;
}

bool wb_is_c_keyword(const char *text) {
  static const char *const keywords[] = {
      "auto",    "break",    "case",     "char",   "const",    "constant", "continue", "default",
      "do",      "double",   "else",     "enum",   "extern",   "float",    "for",      "global",
      "goto",    "half",     "if",       "inline", "int",      "kernel",   "local",    "long",
      "private", "register", "restrict", "return", "short",    "signed",   "sizeof",   "static",
      "struct",  "switch",   "typedef",  "uchar",  "uint",     "ulong",    "union",    "unsigned",
      "ushort",  "void",     "volatile", "while",  "__global", "__local",  "__kernel", "__constant",
  };
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++)
    if (strcmp(keywords[i], text) == 0) return true;
  return false;
}

/* Decodes one character into *character; its bytes, or 0 where invalid. */
static size_t decode(const char *text, unsigned *character) {
  static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  const unsigned char *bytes = (const unsigned char *)text;
  size_t length = bytes[0] < 0x80   ? 1
                  : bytes[0] < 0xC0 ? 0
                  : bytes[0] < 0xE0 ? 2
                  : bytes[0] < 0xF0 ? 3
                  : bytes[0] < 0xF8 ? 4
                                    : 0;
  if (length == 0) return 0;
  unsigned value = length == 1 ? bytes[0] : bytes[0] & (0x7FU >> length);
  for (size_t i = 1; i < length; i++) {
    if ((bytes[i] & 0xC0U) != 0x80U) return 0;
    value = value << 6 | (bytes[i] & 0x3FU);
  }
  if (length > 1 && value < least[length]) return 0;
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return 0;
  *character = value;
  return length;
}

bool wb_is_utf8(const char *text) {
  unsigned character;
  while (*text != '\0') {
    size_t length = decode(text, &character);
    if (length == 0) return false;
    text += length;
  }
  return true;
}

static bool is_control(unsigned c, bool lines) {
  if (c == '\n') return !lines;
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0x2028 || c == 0x2029;
}

bool wb_is_text(const char *text, bool lines) {
  unsigned character;
  while (*text != '\0') {
    size_t length = decode(text, &character);
    if (length == 0 || is_control(character, lines)) return false;
    text += length;
  }
  return true;
}
