#include "base/str.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

enum { USUAL_BYTES = 256 };

static char empty_string[1] = "";

void wb_str_init(struct wb_str *str) {
  str->data = empty_string;
  str->length = 0;
  str->capacity = 0;
}

void wb_str_release(struct wb_str *str) {
  if (str->capacity > 0) free(str->data);
  wb_str_init(str);
}

void wb_str_clear(struct wb_str *str) {
  str->length = 0;
  if (str->capacity > 0) str->data[0] = '\0';
}

static void reserve_room(struct wb_str *str, size_t extra) {
  size_t needed = str->length + extra + 1;
  char *data = str->capacity > 0 ? str->data : NULL;
  if (needed <= str->capacity) return;
  str->data = wb_grow(data, &str->capacity, needed, 1);
  str->data[str->length] = '\0';
}

char *wb_str_extend(struct wb_str *str, size_t length) {
  reserve_room(str, length);
  char *room = str->data + str->length;
  str->length += length;
  room[length] = '\0';
  return room;
}

void wb_str_add_bytes(struct wb_str *str, const void *bytes, size_t length) {
  if (length > 0) memcpy(wb_str_extend(str, length), bytes, length);
}

void wb_str_add(struct wb_str *str, const char *text) { wb_str_add_bytes(str, text, strlen(text)); }

void wb_str_add_char(struct wb_str *str, char c) { wb_str_add_bytes(str, &c, 1); }

void wb_str_vaddf(struct wb_str *str, const char *format, va_list args) {
  char short_text[USUAL_BYTES]; /* to format a text twice takes twice as long */
  va_list again;
  va_copy(again, args);
  const int length = vsnprintf(short_text, sizeof short_text, format, args);
  if (length < 0) wb_bug("bad format: %s", format);
  char *room = wb_str_extend(str, (size_t)length);
  if ((size_t)length < sizeof short_text)
    memcpy(room, short_text, (size_t)length);
  else
    vsnprintf(room, (size_t)length + 1, format, again);
  va_end(again);
}

void wb_str_addf(struct wb_str *str, const char *format, ...) {
  va_list args;
  va_start(args, format);
  wb_str_vaddf(str, format, args);
  va_end(args);
}

char *wb_str_detach(struct wb_str *str) {
  char *text = str->capacity > 0 ? str->data : wb_strdup("");
  wb_str_init(str);
  return text;
}

char *wb_strndup(const char *text, size_t length) {
  char *copy = wb_alloc(length + 1);
  memcpy(copy, text, strnlen(text, length));
  return copy;
}

char *wb_strdup(const char *text) { return text != NULL ? wb_strndup(text, strlen(text)) : NULL; }

char *wb_format(const char *format, ...) {
  struct wb_str str;
  va_list args;
  wb_str_init(&str);
  va_start(args, format);
  wb_str_vaddf(&str, format, args);
  va_end(args);
  return wb_str_detach(&str);
}

bool wb_starts_with(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool wb_ends_with(const char *text, const char *suffix) {
  size_t length = strlen(text);
  size_t tail = strlen(suffix);
  return length >= tail && strcmp(text + length - tail, suffix) == 0;
}

void *wb_alloc(size_t bytes) {
  void *memory = calloc(bytes > 0 ? bytes : 1, 1);
  if (memory == NULL) wb_bug("out of memory (%zu bytes)", bytes);
  return memory;
}

void *wb_grow(void *items, size_t *capacity, size_t needed, size_t size) {
  size_t wanted = *capacity;
  if (needed <= wanted && items != NULL) return items;
  if (wanted < 8) wanted = 8;
  while (wanted < needed) wanted *= 2;
  if (wanted > SIZE_MAX / size) wb_bug("array of %zu items is too large", needed);
  items = realloc(items, wanted * size);
  if (items == NULL) wb_bug("out of memory (%zu bytes)", wanted * size);
  *capacity = wanted;
  return items;
}

size_t wb_byte_order_mark(const char *text, size_t length) {
  static const char MARK[] = "\xef\xbb\xbf";
  const size_t size = sizeof MARK - 1;
  return length >= size && memcmp(text, MARK, size) == 0 ? size : 0;
}

int wb_digits(uint64_t number) {
  int digits = 1;
  for (; number >= 10; number /= 10) digits++;
  return digits;
}

int wb_line_number_columns(size_t lines) {
  const int digits = wb_digits(lines);
  return digits < 2 ? 2 : digits;
}
