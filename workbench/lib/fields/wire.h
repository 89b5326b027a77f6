/* Records as bytes: fixed-width little-endian integers and counted texts.
 *
 * A writer cannot fail. A reader never runs past its end: the first value that
 * is short or cannot be sets `bad`, and from then on every value is zero, so
 * that a decoder checks once, at its end. */
#ifndef WB_FIELDS_WIRE_H
#define WB_FIELDS_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

void wb_put_u32(struct wb_str *out, uint32_t value);
void wb_put_u64(struct wb_str *out, uint64_t value);
void wb_put_text(struct wb_str *out, const char *text); /* NULL is "" */
void wb_put_bytes(struct wb_str *out, const void *bytes, size_t length);

struct wb_reader {
  const unsigned char *next, *end;
  bool bad;
};

struct wb_reader wb_reader_of(const void *bytes, size_t length);
uint32_t wb_get_u32(struct wb_reader *in);
uint64_t wb_get_u64(struct wb_reader *in);
bool wb_get_bool(struct wb_reader *in);

/* Below `count`, else bad: for enumerations and array lengths. */
uint32_t wb_get_below(struct wb_reader *in, uint32_t count);

/* A text without NULs that fits in `size` with its NUL, else bad. */
void wb_get_text(struct wb_reader *in, char *buffer, size_t size);

/* The same of any length, malloc'ed; NULL when bad. */
char *wb_get_long_text(struct wb_reader *in);

/* Counted bytes inside the record; NULL with *length 0 when bad. */
const void *wb_get_bytes(struct wb_reader *in, size_t *length);

/* True when everything was read, nothing is left and nothing was bad. */
bool wb_reader_done(const struct wb_reader *in);

#endif
