/* Small helpers for writing JSON that is always valid, and for reading JSON
 * that nobody has checked. */
#ifndef WB_FIELDS_JSON_TOOLS_H
#define WB_FIELDS_JSON_TOOLS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* New references. Texts are cleaned (device/clean.h), NULL is ""; counts above
 * JSON's 63 bits are cut to them; numbers that are not finite are 0. */
json_t *wb_json_text(const char *text);
json_t *wb_json_count(uint64_t value);
json_t *wb_json_number(double value);

/* Reading. A member that is absent gives the zero value; one of the wrong type
 * or out of range gives it too and sets *bad to the member's name. */
struct wb_json_reader {
  const json_t *object;
  const char **bad;        /* the first member that cannot be; NULL: none yet */
  const char *judged_file; /* see fields/fields.h; may be NULL */
};
void wb_json_blame(struct wb_json_reader in, const char *name);

char *wb_json_take_text(struct wb_json_reader in, const char *name); /* malloc'ed */
void wb_json_copy_text(struct wb_json_reader in, const char *name, char *buffer, size_t size);
uint64_t wb_json_take_count(struct wb_json_reader in, const char *name, uint64_t max);
double wb_json_take_number(struct wb_json_reader in, const char *name);
bool wb_json_take_bool(struct wb_json_reader in, const char *name);

/* The member where it is an array of at most `max` items, else NULL. */
const json_t *wb_json_take_list(struct wb_json_reader in, const char *name, size_t max);

/* A list of texts, malloc'ed twice over. */
char **wb_json_take_texts(struct wb_json_reader in, const char *name, size_t max, size_t *count);

#endif
