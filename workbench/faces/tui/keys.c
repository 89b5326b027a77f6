#include "tui/keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"

static const struct {
  const char *name;
  int key;
} named_keys[] = {
    {"Up", WB_KEY_UP},
    {"Down", WB_KEY_DOWN},
    {"Left", WB_KEY_LEFT},
    {"Right", WB_KEY_RIGHT},
    {"Home", WB_KEY_HOME},
    {"End", WB_KEY_END},
    {"PgUp", WB_KEY_PAGE_UP},
    {"PgDn", WB_KEY_PAGE_DOWN},
    {"Enter", WB_KEY_ENTER},
    {"Esc", WB_KEY_ESCAPE},
    {"Tab", WB_KEY_TAB},
    {"Shift-Tab", WB_KEY_BACK_TAB},
    {"Backspace", WB_KEY_BACKSPACE},
    {"Del", WB_KEY_DELETE},
    {"Ins", WB_KEY_INSERT},
    {"Space", WB_KEY_SPACE},
};
enum { N_NAMED = sizeof named_keys / sizeof named_keys[0] };

size_t wb_character_utf8(unsigned c, char *buffer) {
  size_t n = 0;
  if (c < 0x80) {
    buffer[n++] = (char)c;
  } else if (c < 0x800) {
    buffer[n++] = (char)(0xC0 | c >> 6);
    buffer[n++] = (char)(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    buffer[n++] = (char)(0xE0 | c >> 12);
    buffer[n++] = (char)(0x80 | (c >> 6 & 0x3F));
    buffer[n++] = (char)(0x80 | (c & 0x3F));
  } else {
    buffer[n++] = (char)(0xF0 | c >> 18);
    buffer[n++] = (char)(0x80 | (c >> 12 & 0x3F));
    buffer[n++] = (char)(0x80 | (c >> 6 & 0x3F));
    buffer[n++] = (char)(0x80 | (c & 0x3F));
  }
  buffer[n] = '\0';
  return n;
}

static const char *held_name(int key) {
  if ((key & WB_KEY_WITH_CTRL) != 0) return "Ctrl-";
  return (key & WB_KEY_WITH_ALT) != 0 ? "Alt-" : "Shift-";
}

const char *wb_key_name(int key, char *buffer) {
  char plain[WB_KEY_NAME_MAX];
  if ((key & WB_KEY_HELD) != 0) {
    wb_key_name(key & ~WB_KEY_HELD, plain);
    snprintf(buffer, WB_KEY_NAME_MAX, "%s%.8s", held_name(key), plain);
    return buffer;
  }
  for (size_t i = 0; i < N_NAMED; i++) {
    if (named_keys[i].key == key) {
      snprintf(buffer, WB_KEY_NAME_MAX, "%s", named_keys[i].name);
      return buffer;
    }
  }
  if (key >= 1 && key <= WB_CTRL('_')) {
    snprintf(buffer, WB_KEY_NAME_MAX, "Ctrl-%c", '@' + key);
  } else if (key >= WB_KEY_F1 && key <= WB_KEY_F12) {
    snprintf(buffer, WB_KEY_NAME_MAX, "F%d", key - WB_KEY_F1 + 1);
  } else if (key > ' ' && key < 0x110000) {
    wb_character_utf8((unsigned)key, buffer);
  } else {
    snprintf(buffer, WB_KEY_NAME_MAX, "?");
  }
  return buffer;
}

bool wb_key_parse(const char *name, int *key) {
  for (size_t i = 0; i < N_NAMED; i++) {
    if (strcasecmp(named_keys[i].name, name) == 0) {
      *key = named_keys[i].key;
      return true;
    }
  }
  size_t length = strlen(name);
  if (length == 6 && strncasecmp(name, "Ctrl-", 5) == 0) {
    int letter = name[5] >= 'a' && name[5] <= 'z' ? name[5] & ~0x20 : name[5];
    if (letter < 'A' || letter > '_') return false;
    *key = WB_CTRL(letter);
    return true;
  }
  if (length >= 2 && length <= 3 && (name[0] == 'F' || name[0] == 'f') && name[1] != '0') {
    char *end;
    long number = strtol(name + 1, &end, 10);
    if (*end == '\0' && number >= 1 && number <= 12) {
      *key = WB_KEY_F1 + (int)number - 1;
      return true;
    }
  }
  if (length == 0) return false;
  unsigned character = 0;
  size_t used = wb_utf8_decode(name, length, &character);
  if (used != length || character < ' ') return false;
  *key = (int)character;
  return true;
}

const char *const *wb_key_names(size_t *count) {
  static const char *const names[] = {"Up",        "Down",      "Left",  "Right", "Home", "End",
                                      "PgUp",      "PgDn",      "Enter", "Esc",   "Tab",  "Del",
                                      "Shift-Tab", "Backspace", "Space", "Ins",   "F1",   "Ctrl-C"};
  *count = sizeof names / sizeof names[0];
  return names;
}
