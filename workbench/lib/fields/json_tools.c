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

/* The member where it is there and not null. */
static const json_t *member(struct wb_json_reader in, const char *name) {
  const json_t *value = json_object_get(in.object, name);
  return json_is_null(value) ? NULL : value;
}

void wb_json_blame(struct wb_json_reader in, const char *name) {
  if (*in.bad == NULL) *in.bad = name;
}

static const char *text_of(struct wb_json_reader in, const char *name) {
  const json_t *value = member(in, name);
  if (value != NULL && !json_is_string(value)) wb_json_blame(in, name);
  return json_is_string(value) ? json_string_value(value) : "";
}

char *wb_json_take_text(struct wb_json_reader in, const char *name) {
  return wb_strdup(text_of(in, name));
}

void wb_json_copy_text(struct wb_json_reader in, const char *name, char *buffer, size_t size) {
  wb_clean_into(buffer, size, text_of(in, name));
}

uint64_t wb_json_take_count(struct wb_json_reader in, const char *name, uint64_t max) {
  const json_t *value = member(in, name);
  json_int_t number = json_integer_value(value);
  if (value == NULL) return 0;
  if (json_is_integer(value) && number >= 0 && (uint64_t)number <= max) return (uint64_t)number;
  wb_json_blame(in, name);
  return 0;
}

double wb_json_take_number(struct wb_json_reader in, const char *name) {
  const json_t *value = member(in, name);
  if (value != NULL && !json_is_number(value)) wb_json_blame(in, name);
  return json_number_value(value);
}

bool wb_json_take_bool(struct wb_json_reader in, const char *name) {
  const json_t *value = member(in, name);
  if (value != NULL && !json_is_boolean(value)) wb_json_blame(in, name);
  return json_is_true(value);
}

const json_t *wb_json_take_list(struct wb_json_reader in, const char *name, size_t max) {
  const json_t *value = member(in, name);
  if (value == NULL) return NULL;
  if (json_is_array(value) && json_array_size(value) <= max) return value;
  wb_json_blame(in, name);
  return NULL;
}

char **wb_json_take_texts(struct wb_json_reader in, const char *name, size_t max, size_t *count) {
  const json_t *list = wb_json_take_list(in, name, max);
  char **texts = wb_alloc((json_array_size(list) + 1) * sizeof *texts);
  *count = json_array_size(list);
  for (size_t i = 0; i < *count; i++) {
    const json_t *item = json_array_get(list, i);
    if (!json_is_string(item)) wb_json_blame(in, name);
    texts[i] = wb_strdup(json_is_string(item) ? json_string_value(item) : "");
  }
  return texts;
}
