#include "fields/json_tools.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "base/clean.h"

json_t *wb_json_text(const char *text) {
  struct wb_str clean;
  if (text == NULL) return json_string("");
  wb_str_init(&clean);
  wb_clean_text(&clean, text, strlen(text));
  json_t *string = json_stringn(clean.data, clean.length);
  wb_str_release(&clean);
  return string;
}

json_t *wb_json_count(uint64_t value) {
  return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
}

json_t *wb_json_number(double value) { return json_real(isfinite(value) ? value : 0); }

void wb_json_blame(struct wb_json_reader in, const char *name) {
  if (*in.bad == NULL) *in.bad = name;
}
