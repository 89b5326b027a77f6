#include "opencl/build_log.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* Part of a line: not NUL-terminated. */
struct piece {
  const char *start;
  size_t length;
};

struct place {
  struct piece file;
  uint32_t line, column;
};

static struct piece trim_piece(struct piece text) {
  while (text.length > 0 && isspace((unsigned char)text.start[0])) text.start++, text.length--;
  while (text.length > 0 && isspace((unsigned char)text.start[text.length - 1])) text.length--;
  return text;
}

/* Takes a number off the end; false (and nothing taken) where there is none. */
static bool take_number(struct piece *text, uint32_t *number) {
  size_t digits = 0;
  while (digits < text->length && isdigit((unsigned char)text->start[text->length - digits - 1]))
    digits++;
  if (digits == 0 || digits > 9) return false;
  *number = (uint32_t)strtoul(text->start + text->length - digits, NULL, 10);
  text->length -= digits;
  return true;
}

static bool take_end(struct piece *text, const char *end) {
  size_t length = strlen(end);
  if (text->length < length) return false;
  if (memcmp(text->start + text->length - length, end, length) != 0) return false;
  text->length -= length;
  return true;
}

/* FILE:LINE:COLUMN or FILE:LINE */
static bool place_with_colons(struct piece text, struct place *place) {
  uint32_t last = 0;
  if (!take_number(&text, &last) || !take_end(&text, ":")) return false;
  struct piece before = text;
  uint32_t line = 0;
  bool both = take_number(&before, &line) && (before.length == 0 || take_end(&before, ":"));
  place->file = both ? before : text;
  place->line = both ? line : last;
  place->column = both ? last : 0;
  return true;
}

/* FILE(LINE) or FILE(LINE:COLUMN) */
static bool place_in_parentheses(struct piece text, struct place *place) {
  if (!take_end(&text, ")")) return false;
  uint32_t last = 0, line = 0;
  if (!take_number(&text, &last)) return false;
  bool both = (take_end(&text, ":") || take_end(&text, ",")) && take_number(&text, &line);
  place->line = both ? line : last;
  place->column = both ? last : 0;
  if (!take_end(&text, "(")) return false;
  place->file = text;
  return true;
}

/* "FILE", line LINE */
static bool place_in_words(struct piece text, struct place *place) {
  place->column = 0;
  if (!take_number(&text, &place->line) || !take_end(&text, "line ")) return false;
  text = trim_piece(text);
  if (!take_end(&text, ",") || !take_end(&text, "\"")) return false;
  if (text.length > 0 && text.start[0] == '"') text.start++, text.length--;
  place->file = text;
  return true;
}

static bool parse_place(struct piece text, struct place *place) {
  text = trim_piece(text);
  take_end(&text, ":");
  return place_with_colons(text, place) || place_in_parentheses(text, place) ||
         place_in_words(text, place);
}

static const struct {
  const char *word;
  enum wb_severity severity;
} severity_words[] = {
    {"fatal error: ", WB_SEVERITY_ERROR},
    {"error: ", WB_SEVERITY_ERROR},
    {"warning: ", WB_SEVERITY_WARNING},
};

/* PoCL's order: the word, then the place up to the first ": ". */
static bool word_first(const char *line, size_t length, size_t word_length, struct place *place,
                       struct piece *message) {
  const char *colon = memmem(line + word_length, length - word_length, ": ", 2);
  if (colon == NULL) return false;
  const char *start = line + word_length;
  if (!parse_place((struct piece){start, (size_t)(colon - start)}, place)) return false;
  *message = (struct piece){colon + 2, length - (size_t)(colon + 2 - line)};
  return true;
}

static bool parse_line(const char *line, size_t length, struct place *place, struct piece *message,
                       enum wb_severity *severity) {
  for (size_t i = 0; i < sizeof severity_words / sizeof severity_words[0]; i++) {
    size_t word_length = strlen(severity_words[i].word);
    const char *word = memmem(line, length, severity_words[i].word, word_length);
    if (word == NULL) continue;
    *severity = severity_words[i].severity;
    *message = (struct piece){word + word_length, length - (size_t)(word + word_length - line)};
    if (word == line) return word_first(line, length, word_length, place, message);
    return parse_place((struct piece){line, (size_t)(word - line)}, place);
  }
  return false;
}

/* "" for the judged file; the rest of the path for a header in one of the folders.
 * Compilers that were not told a name make one up, so what is no header is
 * the judged file. */
static void name_file(struct piece file, const char *judged, const char *const *folders,
                      char out[WB_FINDING_FILE_MAX]) {
  out[0] = '\0';
  if (judged != NULL && file.length == strlen(judged) &&
      memcmp(file.start, judged, file.length) == 0)
    return;
  size_t prefix = 0;
  for (; *folders != NULL; folders++) {
    prefix = strlen(*folders);
    if (file.length > prefix && memcmp(file.start, *folders, prefix) == 0) break;
  }
  if (*folders == NULL) return;
  while (prefix < file.length && file.start[prefix] == '/') prefix++;
  snprintf(out, WB_FINDING_FILE_MAX, "%.*s", (int)(file.length - prefix), file.start + prefix);
}

static bool same_as_one_before(const struct wb_diagnostic *out, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (out[i].line == out[count].line && out[i].column == out[count].column &&
        strcmp(out[i].file, out[count].file) == 0 &&
        strcmp(out[i].message, out[count].message) == 0)
      return true;
  return false;
}

size_t wb_build_log_parse(const char *log, const char *judged, const char *const *folders,
                          struct wb_diagnostic *out, size_t max) {
  size_t count = 0;
  while (*log != '\0' && count < max) {
    size_t length = strcspn(log, "\n");
    struct place place = {.line = 0};
    struct piece message;
    struct wb_diagnostic *item = &out[count];
    memset(item, 0, sizeof *item);
    if (parse_line(log, length, &place, &message, &item->severity)) {
      message = trim_piece(message);
      item->line = place.line;
      item->column = place.column;
      name_file(place.file, judged, folders, item->file);
      snprintf(item->message, sizeof item->message, "%.*s", (int)message.length, message.start);
      if (!same_as_one_before(out, count)) count++;
    }
    log += length;
    if (*log == '\n') log++;
  }
  return count;
}

/* NVIDIA's, since driver 570: "(): Warning: Function map is a kernel, so overriding noinline
 * attribute. The function may be inlined when called." */
static bool is_idle(struct piece line) {
  static const char start[] = "(): Warning: Function ";
  return line.length >= strlen(start) && memcmp(line.start, start, strlen(start)) == 0 &&
         memmem(line.start, line.length, " is a kernel, so overriding noinline attribute", 46) !=
             NULL;
}

void wb_build_log_clean(char *log) {
  char *to = log;
  bool said = false;
  for (const char *from = log; *from != '\0';) {
    const size_t length = strcspn(from, "\n");
    const size_t whole = length + (from[length] == '\n');
    if (!is_idle((struct piece){from, length})) {
      said = said || trim_piece((struct piece){from, length}).length > 0;
      memmove(to, from, whole);
      to += whole;
    }
    from += whole;
  }
  *(said ? to : log) = '\0';
}
