/* A growing string, and small helpers on C strings.
 *
 * Invariant: `data` is never NULL and always ends in a NUL at data[length];
 * the bytes before it may contain NULs. An empty buffer points at a static
 * empty string, so a zeroed struct must go through wb_str_init() first.
 * Running out of memory aborts through wb_bug(): buffers hold small texts
 * (messages, logs with a cap, reports), never tensors. */
#ifndef WB_BASE_STR_H
#define WB_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wb_str {
  char *data;
  size_t length;
  size_t capacity; /* 0 while `data` is the static empty string */
};

void wb_str_init(struct wb_str *str);
void wb_str_release(struct wb_str *str); /* leaves it initialised and empty */
void wb_str_clear(struct wb_str *str);   /* empty, memory kept */

void wb_str_add(struct wb_str *str, const char *text);
void wb_str_add_bytes(struct wb_str *str, const void *bytes, size_t length);
void wb_str_add_char(struct wb_str *str, char c);
char *wb_str_extend(struct wb_str *str, size_t length); /* room at the end, to be set at once */
void wb_str_addf(struct wb_str *str, const char *format, ...) __attribute__((format(printf, 2, 3)));
void wb_str_vaddf(struct wb_str *str, const char *format, va_list args);

/* Hands the text to the caller, who frees it with free(); `str` is empty
 * afterwards. */
char *wb_str_detach(struct wb_str *str);

/* malloc'ed results; the caller frees. Abort when out of memory. */
char *wb_strdup(const char *text);                 /* NULL gives NULL */
char *wb_strndup(const char *text, size_t length); /* at most `length` bytes */
/* How many decimal digits a number has, and how many columns the numbers of so many lines take
 * beside a text: two at least, so that they seldom jump. */
int wb_digits(uint64_t number);
int wb_line_number_columns(size_t lines);

char *wb_format(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* How many bytes of a text are the mark by which some editors begin UTF-8: 3 or 0. */
size_t wb_byte_order_mark(const char *text, size_t length);

bool wb_starts_with(const char *text, const char *prefix);
bool wb_ends_with(const char *text, const char *suffix);

/* Allocation that aborts instead of failing, for small bookkeeping arrays.
 * wb_grow() makes room for `needed` items of `size` bytes, doubling. */
void *wb_alloc(size_t bytes); /* zeroed */
void *wb_grow(void *items, size_t *capacity, size_t needed, size_t size);

#endif
