#include "script/text.h"

#include <stddef.h>
#include <string.h>

#include "base/clean.h"
#include "base/utf8.h"

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool wb_script_is_identifier(const char *text) {
  if (!is_letter(text[0])) return false;
  for (const char *at = text; *at != '\0'; at++)
    if (!is_letter(*at) && !(*at >= '0' && *at <= '9')) return false;
  return true;
}

bool wb_script_is_c_keyword(const char *text) {
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

bool wb_script_is_text(const char *text, bool lines) {
  const size_t length = strlen(text);
  bool is_text = wb_utf8_is_valid(text, length);
  for (size_t at = 0; at < length && is_text;) {
    unsigned character;
    at += wb_utf8_decode(text + at, length - at, &character);
    is_text = (lines && character == '\n') || wb_character_shown(character) == character;
  }
  return is_text;
}
