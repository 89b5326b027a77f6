/* Defects, planted in the text of a right kernel, one at a time.
 *
 * A mutator looks at one place of the text, outside of comments, and either
 * gives a changed text or says that it has nothing to do there. */
#ifndef WB_TESTS_MUTATE_H
#define WB_TESTS_MUTATE_H

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/str.h"

/* What a mutator replaces: `length` characters at `start` by `with`. */
struct edit {
  size_t start, length;
  struct wb_str with;
};

typedef bool mutator(const char *text, size_t at, struct edit *edit);

static inline bool mutate_word_at(const char *text, size_t at, const char *word) {
  size_t length = strlen(word);
  bool starts = at == 0 || (!isalnum((unsigned char)text[at - 1]) && text[at - 1] != '_');
  return starts && strncmp(text + at, word, length) == 0 &&
         !isalnum((unsigned char)text[at + length]) && text[at + length] != '_';
}

/* The offset after the bracket that closes the one at `open`; 0 where none
 * does. */
static inline size_t mutate_close(const char *text, size_t open) {
  int depth = 0;
  for (size_t i = open; text[i] != '\0'; i++) {
    if (strchr("([{", text[i]) != NULL) depth++;
    if (strchr(")]}", text[i]) != NULL && --depth == 0) return i + 1;
  }
  return 0;
}

static inline bool mutate_replace(struct edit *edit, size_t start, size_t length,
                                  const char *with) {
  edit->start = start;
  edit->length = length;
  wb_str_add(&edit->with, with);
  return true;
}

/* barrier(…); and the like -> ; */
static inline bool remove_barrier(const char *text, size_t at, struct edit *edit) {
  if (!mutate_word_at(text, at, "barrier") && !mutate_word_at(text, at, "work_group_barrier"))
    return false;
  size_t end = mutate_close(text, at + strcspn(text + at, "("));
  return end != 0 && text[end] == ';' && mutate_replace(edit, at, end - at, "");
}

/* if (c) -> if (1 || (c)) */
static inline bool remove_guard(const char *text, size_t at, struct edit *edit) {
  size_t open = at + strcspn(text + at, "(");
  if (!mutate_word_at(text, at, "if")) return false;
  return mutate_replace(edit, at, open + 1 - at, "if (1 || ");
}

static inline bool mutate_is_type(const char *text, size_t at) {
  static const char *const types[] = {"char", "uchar", "short", "ushort", "int",
                                      "uint", "long",  "ulong", "float",  "double"};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    size_t length = strlen(types[i]), lanes = 0;
    bool starts = at == 0 || (!isalnum((unsigned char)text[at - 1]) && text[at - 1] != '_');
    if (!starts || strncmp(text + at, types[i], length) != 0) continue;
    lanes = strspn(text + at + length, "0123456789");
    if (text[at + length + lanes] == ' ') return true;
  }
  return false;
}

/* T name = value; -> T name; on a line of its own */
static inline bool remove_initialisation(const char *text, size_t at, struct edit *edit) {
  size_t before = at, name, equals, end;
  while (before > 0 && text[before - 1] == ' ') before--;
  if (!mutate_is_type(text, at) || (before > 0 && text[before - 1] != '\n')) return false;
  name = at + strcspn(text + at, " ") + 1;
  equals = name;
  while (isalnum((unsigned char)text[equals]) || text[equals] == '_') equals++;
  if (equals == name || strncmp(text + equals, " = ", 3) != 0) return false;
  end = equals + strcspn(text + equals, ";\n,");
  if (text[end] != ';') return false;
  return mutate_replace(edit, equals, end - equals, "");
}

/* Whether the statement around `at` declares arrays of local memory. */
static inline bool mutate_declares(const char *text, size_t at) {
  size_t start = at;
  while (start > 0 && strchr(";{}\n", text[start - 1]) == NULL) start--;
  while (start < at && text[start] == ' ') start++;
  return strncmp(text + start, "__local ", 8) == 0 && memchr(text + start, '=', at - start) == NULL;
}

/* Whether the bracket at `at` indexes something: not a declaration's. */
static inline bool mutate_is_index(const char *text, size_t at) {
  size_t name = at, before;
  if (text[at] != '[' || at == 0) return false;
  if (mutate_declares(text, at)) return false;
  if (text[at - 1] == ']') return false; /* the first of a row is enough */
  while (name > 0 && (isalnum((unsigned char)text[name - 1]) || text[name - 1] == '_')) name--;
  if (name == at) return false;
  before = name;
  while (before > 0 && text[before - 1] == ' ') before--;
  while (before > 0 && text[before - 1] == '*') before--; /* T *name[2] declares */
  bool pointed = before < name && text[before] == '*';
  while (before > 0 && text[before - 1] == ' ') before--;
  if (pointed && before > 0 && isalnum((unsigned char)text[before - 1])) return false;
  if (before == name || before == 0) return true;
  size_t word = before;
  while (word > 0 && isalnum((unsigned char)text[word - 1])) word--;
  bool keyword = strncmp(text + word, "return", 6) == 0 || strncmp(text + word, "else", 4) == 0;
  return keyword || (!isalnum((unsigned char)text[before - 1]) && text[before - 1] != '*') ||
         strchr("+-*/=<>&|", text[before - 1]) != NULL;
}

static inline bool mutate_shift(const char *text, size_t at, struct edit *edit, const char *by) {
  size_t end = mutate_is_index(text, at) ? mutate_close(text, at) : 0;
  if (end == 0 || end == at + 2) return false;
  edit->start = at;
  edit->length = end - at;
  wb_str_add(&edit->with, "[(");
  wb_str_add_bytes(&edit->with, text + at + 1, end - at - 2);
  wb_str_addf(&edit->with, ")%s]", by);
  return true;
}
static inline bool shift_up(const char *text, size_t at, struct edit *edit) {
  return mutate_shift(text, at, edit, " + 1");
}
static inline bool shift_down(const char *text, size_t at, struct edit *edit) {
  return mutate_shift(text, at, edit, " - 1");
}

/* a < b -> a <= b */
static inline bool one_too_far(const char *text, size_t at, struct edit *edit) {
  return at > 0 && strncmp(text + at, "< ", 2) == 0 && text[at - 1] == ' ' &&
         mutate_replace(edit, at, 1, "<=");
}

static inline bool other_id(const char *text, size_t at, struct edit *edit) {
  if (mutate_word_at(text, at, "get_local_id"))
    return mutate_replace(edit, at, strlen("get_local_id"), "get_global_id");
  return mutate_word_at(text, at, "get_global_id") &&
         mutate_replace(edit, at, strlen("get_global_id"), "get_local_id");
}

/* Of a barrier with one flag. */
static inline bool other_fence(const char *text, size_t at, struct edit *edit) {
  static const char *const flags[] = {"CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE"};
  for (int i = 0; i < 2; i++) {
    size_t length = strlen(flags[i]);
    if (at >= 8 && strncmp(text + at - 8, "barrier(", 8) == 0 &&
        mutate_word_at(text, at, flags[i]) && text[at + length] == ')')
      return mutate_replace(edit, at, length, flags[1 - i]);
  }
  return false;
}

/* convert_T_sat(x) -> convert_T(x) */
static inline bool remove_saturation(const char *text, size_t at, struct edit *edit) {
  static const char BEGIN[] = "convert_", SATURATION[] = "_sat";
  size_t end = at;
  while (isalnum((unsigned char)text[end]) || text[end] == '_') end++;
  if (strncmp(text + at, BEGIN, sizeof BEGIN - 1) != 0) return false;
  if (at > 0 && (isalnum((unsigned char)text[at - 1]) || text[at - 1] == '_')) return false;
  const char *found = strstr(text + at, SATURATION);
  if (found == NULL || found >= text + end) return false;
  return mutate_replace(edit, (size_t)(found - text), sizeof SATURATION - 1, "");
}

/* atomic_add(p, v) -> (*(p) += (v)) */
static inline bool plain_for_atomic(const char *text, size_t at, struct edit *edit) {
  static const struct {
    const char *name, *before, *between, *after;
  } FORMS[] = {{"atomic_add", "(*(", ") += (", "))"}, {"atomic_sub", "(*(", ") -= (", "))"},
               {"atomic_or", "(*(", ") |= (", "))"},  {"atomic_and", "(*(", ") &= (", "))"},
               {"atomic_xor", "(*(", ") ^= (", "))"}, {"atomic_xchg", "(*(", ") = (", "))"},
               {"atomic_inc", "((*(", "", "))++)"},   {"atomic_dec", "((*(", "", "))--)"}};
  for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
    size_t open = at + strlen(FORMS[i].name), end, comma;
    if (!mutate_word_at(text, at, FORMS[i].name) || text[open] != '(') continue;
    end = mutate_close(text, open);
    if (end == 0) return false;
    comma = open + 1;
    for (int depth = 0; comma < end - 1 && (depth > 0 || text[comma] != ','); comma++)
      depth += strchr("([", text[comma]) != NULL ? 1 : strchr(")]", text[comma]) != NULL ? -1 : 0;
    edit->start = at;
    edit->length = end - at;
    wb_str_add(&edit->with, FORMS[i].before);
    wb_str_add_bytes(&edit->with, text + open + 1, comma - open - 1);
    wb_str_add(&edit->with, FORMS[i].between);
    if (comma < end - 1) wb_str_add_bytes(&edit->with, text + comma + 1, end - comma - 2);
    wb_str_add(&edit->with, FORMS[i].after);
    return true;
  }
  return false;
}

/* The next place of code at or after `at`: comments and strings are skipped. */
static inline size_t mutate_skip(const char *text, size_t at) {
  for (;;) {
    size_t start = at;
    if (strncmp(text + at, "//", 2) == 0) at += strcspn(text + at, "\n");
    if (text[at] == '"') {
      for (at++; text[at] != '\0' && text[at] != '"' && text[at] != '\n'; at++)
        if (text[at] == '\\' && text[at + 1] != '\0') at++;
      if (text[at] == '"') at++;
    }
    if (text[at] == '#') at += strcspn(text + at, "\n");
    if (strncmp(text + at, "/*", 2) == 0) {
      const char *end = strstr(text + at + 2, "*/");
      at = end != NULL ? (size_t)(end - text) + 2 : at + strlen(text + at);
    }
    if (at == start) return at;
  }
}

#endif
