#include "fields/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clean.h"
#include "fields/json_tools.h"

/* ---- values in a struct ------------------------------------------------------------------- */

static uint64_t number_at(const void *at, size_t size) {
  uint64_t number = 0; /* little-endian, as the wire is */
  memcpy(&number, at, size);
  return number;
}

static void *pointer_at(const void *at) {
  void *pointer;
  memcpy(&pointer, at, sizeof pointer);
  return pointer;
}

static unsigned char *member_of(const struct wb_field *field, const void *of) {
  return (unsigned char *)of + field->offset;
}

static bool is_given(const struct wb_field *field, const void *of) {
  return !field->optional || *((const bool *)of + field->given_at);
}

static bool field_applies(const struct wb_field *field, const void *of) {
  return field->applies == NULL || field->applies(of);
}

static bool has_count(const struct wb_field *field) {
  return field->items == WB_FIELD_COUNTED || field->items == WB_FIELD_LIST;
}

static size_t count_of(const struct wb_field *field, const void *of) {
  if (field->items == WB_FIELD_ONE) return 1;
  if (field->items == WB_FIELD_ARRAY) return field->most;
  const size_t count = number_at((const char *)of + field->count_at, field->count_size);
  return count < field->most ? count : field->most;
}

static const unsigned char *first_of(const struct wb_field *field, const void *of) {
  unsigned char *at = member_of(field, of);
  return field->items == WB_FIELD_LIST ? pointer_at(at) : at;
}

/* Room for `count` values, which then are there, zeroed. */
static unsigned char *make_room(const struct wb_field *field, size_t count, void *of) {
  unsigned char *at = member_of(field, of);
  if (has_count(field)) memcpy((char *)of + field->count_at, &count, field->count_size);
  if (field->items != WB_FIELD_LIST) return at;
  void *items = wb_alloc(count * field->size);
  memcpy(at, &items, sizeof items);
  return items;
}

/* An array of so many bytes, most of which nobody uses, would be most of what it takes to clear its
 * struct: pages that the system makes for it. */
static bool is_cleared_in_part(const struct wb_field *field) {
  enum { LARGE_BYTES = 4 << 10 };
  return field->items == WB_FIELD_COUNTED && field->most * field->size >= LARGE_BYTES;
}

void wb_fields_clear(const struct wb_fields *fields, void *of) {
  unsigned char *at = of, *const end = at + fields->size;
  for (const struct wb_field *row = fields->rows; row < fields->rows + fields->count; row++) {
    unsigned char *array = member_of(row, of);
    if (!is_cleared_in_part(row) || array < at) continue;
    memset(at, 0, (size_t)(array - at));
    at = array + row->most * row->size;
  }
  memset(at, 0, (size_t)(end - at));
}

static bool is_zero(const struct wb_field *field, const unsigned char *at) {
  size_t i = 0;
  if (field->type == WB_FIELD_NAME) return *at == '\0';
  while (i < field->size && at[i] == 0) i++;
  return i == field->size;
}

static bool is_number(const struct wb_field *field) {
  return field->type >= WB_FIELD_BOOL && field->type <= WB_FIELD_REAL;
}

/* The largest number, or the most bytes of a text, that one value may be. */
static uint64_t limit_of(const struct wb_field *field) {
  if (field->type == WB_FIELD_BOOL) return 1;
  if (field->words != NULL) return field->words->count - 1;
  if (field->items == WB_FIELD_ONE && field->most > 0) return field->most;
  return field->type == WB_FIELD_U32 ? UINT32_MAX : UINT64_MAX;
}

/* Takes a number that may be; the bits of a REAL. */
static bool set_number(const struct wb_field *field, uint64_t number, unsigned char *at) {
  double real = 0;
  if (field->type == WB_FIELD_REAL) memcpy(&real, &number, sizeof real);
  const bool limited = field->type <= WB_FIELD_U64;
  const bool right = isfinite(real) && (!limited || number <= limit_of(field));
  if (right) memcpy(at, &number, field->size);
  return right;
}

/* ---- the wire ----------------------------------------------------------------------------- */

static bool is_on_wire(const struct wb_field *field, const void *of) {
  return field->type > WB_FIELD_CONSTANT && !field->json_only && field_applies(field, of);
}

static void put_value(struct wb_str *out, const struct wb_field *field, const unsigned char *at) {
  const uint64_t number = is_number(field) ? number_at(at, field->size) : 0;
  const char *text = field->type == WB_FIELD_TEXT ? pointer_at(at) : NULL;
  if (is_number(field) && field->type <= WB_FIELD_U32)
    wb_put_u32(out, (uint32_t)number);
  else if (is_number(field))
    wb_put_u64(out, number);
  else if (field->type == WB_FIELD_NAME)
    wb_put_text(out, (const char *)at);
  else if (field->type == WB_FIELD_TEXT)
    wb_put_bytes(out, text, text != NULL ? strnlen(text, limit_of(field)) : 0);
  else if (field->type == WB_FIELD_BYTES)
    wb_put_bytes(out, at, field->size);
  else
    wb_fields_put(field->fields, out, at);
}

static void put_own_bytes(struct wb_str *out, const struct wb_field *field, const void *from) {
  size_t length = count_of(field, from);
  const unsigned char *bytes = first_of(field, from);
  if (bytes == NULL || (field->room > 0 && out->length + length > field->room)) length = 0;
  wb_put_bytes(out, bytes, length);
}

static void put_field(struct wb_str *out, const struct wb_field *field, const void *from) {
  const unsigned char *at = first_of(field, from);
  const size_t count = count_of(field, from);
  if (field->optional) wb_put_u32(out, is_given(field, from));
  if (!is_given(field, from)) return;
  if (field->type == WB_FIELD_BYTES && field->items == WB_FIELD_LIST) {
    put_own_bytes(out, field, from);
    return;
  }
  if (has_count(field)) wb_put_u32(out, (uint32_t)count);
  for (size_t i = 0; i < count; i++) put_value(out, field, at + i * field->size);
}

void wb_fields_put(const struct wb_fields *fields, struct wb_str *out, const void *from) {
  for (const struct wb_field *row = fields->rows; row < fields->rows + fields->count; row++)
    if (is_on_wire(row, from)) put_field(out, row, from);
}

static void get_struct(const struct wb_fields *fields, struct wb_reader *in, void *to);

static void get_text(struct wb_reader *in, const struct wb_field *field, unsigned char *at) {
  size_t length;
  const char *bytes = wb_get_bytes(in, &length);
  if (bytes == NULL || length > limit_of(field) || memchr(bytes, '\0', length) != NULL)
    in->bad = true;
  const bool none = length == 0 && (field->or_null || field->or_absent);
  char *text = in->bad || none ? NULL : wb_strndup(bytes, length);
  memcpy(at, &text, sizeof text);
}

static void get_bytes(struct wb_reader *in, const struct wb_field *field, unsigned char *at) {
  size_t length;
  const void *bytes = wb_get_bytes(in, &length);
  if (length == field->size)
    memcpy(at, bytes, length);
  else
    in->bad = true;
}

static void get_value(struct wb_reader *in, const struct wb_field *field, unsigned char *at) {
  if (is_number(field)) {
    const uint64_t number = field->type <= WB_FIELD_U32 ? wb_get_u32(in) : wb_get_u64(in);
    if (!set_number(field, number, at)) in->bad = true;
  } else if (field->type == WB_FIELD_NAME) {
    wb_get_text(in, (char *)at, field->size);
  } else if (field->type == WB_FIELD_TEXT) {
    get_text(in, field, at);
  } else if (field->type == WB_FIELD_BYTES) {
    get_bytes(in, field, at);
  } else {
    get_struct(field->fields, in, at);
  }
}

static void get_own_bytes(struct wb_reader *in, const struct wb_field *field, void *to) {
  size_t length;
  const void *bytes = wb_get_bytes(in, &length);
  if (length > field->most) in->bad = true;
  if (in->bad || (field->or_null && length == 0)) return;
  char *copy = wb_alloc(length + 1);
  memcpy(copy, bytes, length);
  memcpy(member_of(field, to), &copy, sizeof copy);
  memcpy((char *)to + field->count_at, &length, field->count_size);
}

static void get_field(struct wb_reader *in, const struct wb_field *field, void *to) {
  size_t count = count_of(field, to);
  if (field->optional) *((bool *)to + field->given_at) = wb_get_bool(in);
  if (!is_given(field, to)) return;
  if (field->type == WB_FIELD_BYTES && field->items == WB_FIELD_LIST) {
    get_own_bytes(in, field, to);
    return;
  }
  if (has_count(field)) {
    const size_t theirs = wb_get_below(in, (uint32_t)field->most + 1);
    if (field->as_before && theirs != count) in->bad = true;
    if (!field->as_before) count = theirs;
  }
  unsigned char *at = make_room(field, count, to);
  if (is_cleared_in_part(field)) memset(at, 0, count * field->size);
  for (size_t i = 0; i < count && !in->bad; i++) get_value(in, field, at + i * field->size);
}

static void get_struct(const struct wb_fields *fields, struct wb_reader *in, void *to) {
  for (const struct wb_field *row = fields->rows; row < fields->rows + fields->count; row++)
    if (is_on_wire(row, to)) get_field(in, row, to);
  if (!in->bad && fields->fault != NULL && fields->fault(to) != NULL) in->bad = true;
}

void wb_fields_get(const struct wb_fields *fields, struct wb_reader *in, void *to) {
  wb_fields_clear(fields, to);
  get_struct(fields, in, to);
}

uint32_t wb_fields_digest(const struct wb_fields *fields, uint32_t seed) {
  for (const struct wb_field *row = fields->rows; row < fields->rows + fields->count; row++) {
    if (row->type <= WB_FIELD_CONSTANT || row->json_only) continue;
    const uint64_t layout[] = {row->type,       row->items,    row->size,     limit_of(row),
                               row->count_size, row->optional, row->as_before};
    for (size_t i = 0; i < sizeof layout / sizeof layout[0]; i++)
      seed = (seed ^ (uint32_t)layout[i]) * 16777619U;
    if (row->type == WB_FIELD_STRUCT) seed = wb_fields_digest(row->fields, seed);
  }
  return seed;
}

/* ---- memory that somebody else wrote ------------------------------------------------------ */

static void make_value_valid(const struct wb_field *field, unsigned char *at) {
  if (field->type == WB_FIELD_STRUCT) {
    wb_fields_make_valid(field->fields, at);
  } else if (field->type == WB_FIELD_NAME) {
    at[field->size - 1] = '\0';
  } else if (is_number(field)) {
    const uint64_t number = number_at(at, field->size);
    if (!set_number(field, field->type == WB_FIELD_BOOL ? number != 0 : number, at))
      memset(at, 0, field->size);
  }
}

/* A count or a flag is made valid before anything asks for it: even to read a bool that is neither
 * 0 nor 1 is undefined. */
static void make_field_valid(const struct wb_field *field, void *of) {
  unsigned char *given = (unsigned char *)of + field->given_at;
  unsigned char *at = member_of(field, of);
  size_t count = field->items == WB_FIELD_ONE ? 1 : field->most;
  if (field->type == WB_FIELD_TEXT || field->items == WB_FIELD_LIST)
    wb_bug("what a struct owns cannot come from shared memory");
  if (field->optional) *given = *given != 0;
  if (field->items == WB_FIELD_COUNTED && count_of(field, of) == field->most)
    memcpy((char *)of + field->count_at, &count, field->count_size);
  for (; count > 0; count--, at += field->size) make_value_valid(field, at);
}

void wb_fields_make_valid(const struct wb_fields *fields, void *of) {
  for (const struct wb_field *row = fields->rows; row < fields->rows + fields->count; row++)
    if (row->type > WB_FIELD_CONSTANT && !row->json_only) make_field_valid(row, of);
}

/* ---- release ------------------------------------------------------------------------------ */

static void release_owned(const struct wb_fields *fields, void *of) {
  for (const struct wb_field *row = fields->rows; row < fields->rows + fields->count; row++) {
    unsigned char *at = (unsigned char *)first_of(row, of);
    const size_t count = at != NULL ? count_of(row, of) : 0;
    for (size_t i = 0; i < count; i++, at += row->size) {
      if (row->type == WB_FIELD_TEXT) free(pointer_at(at));
      if (row->type == WB_FIELD_STRUCT) release_owned(row->fields, at);
    }
    if (row->items == WB_FIELD_LIST) free(pointer_at(member_of(row, of)));
  }
}

void wb_fields_release(const struct wb_fields *fields, void *of) {
  release_owned(fields, of);
  wb_fields_clear(fields, of);
}

/* ---- JSON --------------------------------------------------------------------------------- */

void wb_json_needs_memory(void) { json_set_alloc_funcs(wb_alloc, free); }

json_t *wb_json_text(const char *text) {
  struct wb_str clean;
  if (text == NULL) return json_string("");
  wb_str_init(&clean);
  wb_clean_text(&clean, text, strlen(text));
  json_t *string = json_stringn(clean.data, clean.length);
  wb_str_release(&clean);
  return string;
}

json_t *wb_json_text_or_null(const char *text) {
  return text != NULL ? wb_json_text(text) : json_null();
}

json_t *wb_json_time(int64_t at) {
  const time_t seconds = (time_t)at;
  char when[32] = "";
  struct tm utc;
  if (gmtime_r(&seconds, &utc) != NULL) strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return wb_json_text(when);
}

json_t *wb_json_count(uint64_t value) {
  return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
}

/* JSON has no number that is not finite. */
static json_t *real_json(double value) { return json_real(isfinite(value) ? value : 0); }

static json_t *number_to_json(const struct wb_field *field, const unsigned char *at) {
  const uint64_t number = number_at(at, field->size);
  double real = 0;
  if (field->words != NULL) return wb_json_text(wb_word_name(field->words, (unsigned)number));
  if (field->type == WB_FIELD_BOOL) return json_boolean(number != 0);
  if (field->type == WB_FIELD_I64) return json_integer((json_int_t)number);
  if (field->type != WB_FIELD_REAL) return wb_json_count(number);
  memcpy(&real, at, sizeof real);
  return real_json(real);
}

static json_t *value_to_json(const struct wb_field *field, const unsigned char *at,
                             const char *judged_file) {
  if (field->or_null && is_zero(field, at)) return json_null();
  if (is_number(field)) return number_to_json(field, at);
  if (field->type == WB_FIELD_TEXT) return wb_json_text(pointer_at(at));
  if (field->type == WB_FIELD_STRUCT) return wb_fields_to_json(field->fields, at, judged_file);
  return wb_json_text(field->judged_file && *at == '\0' ? judged_file : (const char *)at);
}

static json_t *field_to_json(const struct wb_field *field, const void *from,
                             const char *judged_file) {
  const unsigned char *at = first_of(field, from);
  if (field->type == WB_FIELD_NONE) return field->write(from);
  if (field->type == WB_FIELD_CONSTANT) return wb_json_count(field->most);
  if (!is_given(field, from)) return json_null();
  if (field->items == WB_FIELD_ONE) return value_to_json(field, at, judged_file);
  json_t *list = json_array();
  for (size_t i = 0; i < count_of(field, from); i++)
    json_array_append_new(list, value_to_json(field, at + i * field->size, judged_file));
  return list;
}

static bool is_said(const struct wb_field *field, const void *from) {
  const bool left_out = field->or_absent && is_zero(field, member_of(field, from));
  return field->name != NULL && !left_out && field_applies(field, from) &&
         (field->said == NULL || field->said(from));
}

json_t *wb_fields_to_json(const struct wb_fields *fields, const void *from,
                          const char *judged_file) {
  json_t *object = json_object();
  for (const struct wb_field *row = fields->rows; row < fields->rows + fields->count; row++)
    if (is_said(row, from))
      json_object_set_new(object, row->name, field_to_json(row, from, judged_file));
  return object;
}

void wb_json_print(json_t *json, struct wb_str *out) {
  char *text = json_dumps(json, JSON_INDENT(2));
  if (text == NULL) wb_bug("data that is not JSON");
  wb_str_add(out, text);
  wb_str_add_char(out, '\n');
  free(text);
  json_decref(json);
}

void wb_fields_print(const struct wb_fields *fields, const void *from, struct wb_str *out) {
  wb_json_print(wb_fields_to_json(fields, from, NULL), out);
}

void wb_fields_print_list(const struct wb_fields *fields, const void *items, size_t count,
                          struct wb_str *out) {
  const unsigned char *at = items;
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append_new(list, wb_fields_to_json(fields, at + i * fields->size, NULL));
  wb_json_print(list, out);
}

void wb_json_blame(struct wb_json_reader in, const char *name) {
  if (*in.bad == NULL) *in.bad = name;
}

static bool is_absent(const json_t *value) { return value == NULL || json_is_null(value); }

static bool number_from_json(const struct wb_field *field, const json_t *value, unsigned char *at) {
  const json_int_t integer = json_integer_value(value);
  const double real = json_number_value(value);
  uint64_t number = (uint64_t)integer;
  bool right = json_is_integer(value) && (integer >= 0 || field->type == WB_FIELD_I64);
  if (field->words != NULL)
    return wb_word_parse(field->words, json_string_value(value), (unsigned *)(void *)at);
  if (field->type == WB_FIELD_REAL) {
    memcpy(&number, &real, sizeof number);
    right = json_is_number(value);
  } else if (field->type == WB_FIELD_BOOL) {
    number = json_is_true(value);
    right = json_is_boolean(value);
  }
  return right && set_number(field, number, at);
}

static bool text_from_json(struct wb_json_reader in, const struct wb_field *field,
                           const json_t *value, unsigned char *at) {
  const char *text = json_is_string(value) ? json_string_value(value) : "";
  if (field->type == WB_FIELD_TEXT) {
    char *copy = wb_strdup(text);
    memcpy(at, &copy, sizeof copy);
  } else if (!field->judged_file || in.judged_file == NULL || strcmp(text, in.judged_file) != 0) {
    wb_clean_into((char *)at, field->size, text);
  }
  return json_is_string(value) && json_string_length(value) <= limit_of(field);
}

static void value_from_json(struct wb_json_reader in, const struct wb_field *field,
                            const json_t *value, unsigned char *at) {
  bool right;
  if (is_absent(value) && (field->or_null || field->or_absent)) return;
  if (is_number(field)) {
    right = number_from_json(field, value, at);
  } else if (field->type == WB_FIELD_STRUCT) {
    right = json_is_object(value);
    wb_fields_from_json(field->fields, (struct wb_json_reader){value, in.bad, in.judged_file}, at);
  } else {
    right = text_from_json(in, field, value, at);
  }
  if (!right && (!is_absent(value) || field->words != NULL)) wb_json_blame(in, field->name);
}

static void items_from_json(struct wb_json_reader in, const struct wb_field *field,
                            const json_t *value, void *to) {
  const size_t before = count_of(field, to);
  const bool exact = field->as_before || field->items == WB_FIELD_ARRAY;
  size_t count = json_array_size(value);
  if (!json_is_array(value) || count > field->most || (exact && count != before)) {
    if (!is_absent(value)) wb_json_blame(in, field->name);
    count = 0;
  }
  unsigned char *at = make_room(field, field->as_before ? before : count, to);
  for (size_t i = 0; i < count; i++, at += field->size)
    value_from_json(in, field, json_array_get(value, i), at);
}

static void field_from_json(struct wb_json_reader in, const struct wb_field *field, void *to) {
  const json_t *value = json_object_get(in.object, field->name);
  if (field->type == WB_FIELD_CONSTANT && json_integer_value(value) != (json_int_t)field->most)
    wb_json_blame(in, field->name);
  if (field->read != NULL) field->read(in, to);
  if (field->type <= WB_FIELD_CONSTANT) return;
  if (field->optional) *((bool *)to + field->given_at) = !is_absent(value);
  if (!is_given(field, to)) return;
  if (field->items == WB_FIELD_ONE)
    value_from_json(in, field, value, member_of(field, to));
  else
    items_from_json(in, field, value, to);
}

void wb_fields_from_json(const struct wb_fields *fields, struct wb_json_reader in, void *to) {
  for (const struct wb_field *row = fields->rows; row < fields->rows + fields->count; row++) {
    if (row->name == NULL || !field_applies(row, to)) continue;
    if (fields->whole && json_object_get(in.object, row->name) == NULL)
      wb_json_blame(in, row->name);
    field_from_json(in, row, to);
  }
  const char *fault = *in.bad == NULL && fields->fault != NULL ? fields->fault(to) : NULL;
  if (fault != NULL) wb_json_blame(in, fault);
}
