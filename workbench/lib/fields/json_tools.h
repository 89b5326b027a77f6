/* Small helpers for writing JSON that is always valid, and for reading JSON
 * that nobody has checked. */
#ifndef WB_FIELDS_JSON_TOOLS_H
#define WB_FIELDS_JSON_TOOLS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"

/* For programs, before they use JSON: where memory ends, they end (base/str.h). jansson would go on
 * without the member that it had no memory for, and what is printed then would look whole. */
void wb_json_needs_memory(void);

/* New references. Texts are cleaned (base/clean.h), NULL is ""; counts above
 * JSON's 63 bits are cut to them. */
json_t *wb_json_text(const char *text);
json_t *wb_json_text_or_null(const char *text); /* NULL is null */
json_t *wb_json_count(uint64_t value);
/* Seconds since 1970 as "2026-11-23T18:20:00Z"; "" for what is no such time. */
json_t *wb_json_time(int64_t at);

/* Appends it as text, indented, with a newline after it, and releases it. */
void wb_json_print(json_t *json, struct wb_str *out);

/* An object that nobody has checked, or what should be one. */
struct wb_json_reader {
  const json_t *object;
  const char **bad;        /* the first member that cannot be; NULL: none yet */
  const char *judged_file; /* see fields/fields.h; may be NULL */
};
void wb_json_blame(struct wb_json_reader in, const char *name);

#endif
