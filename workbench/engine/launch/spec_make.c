/* From a spec to the bytes that a kernel finds. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "launch/number.h"
#include "launch/spec.h"

enum { MOST_TEXT = 1 << 28 };
static const size_t MOST_FILE = (size_t)1 << 32;

static const char *type_name(const struct wb_arg_spec *spec, char buffer[WB_DTYPE_NAME_MAX]) {
  return spec->bytes ? "bytes" : wb_dtype_name(spec->type, buffer);
}

static enum wb_status new_tensor(const struct wb_arg_spec *spec, struct wb_tensor *out,
                                 struct wb_error *err) {
  struct wb_shape shape = {.rank = 1, .size = {spec->count}};
  return wb_tensor_init(out, spec->type, &shape, err);
}

/* ---- files ---------------------------------------------------------------------- */

/* Takes a file of `length` bytes for the array's content. */
static enum wb_status fit_bytes(struct wb_arg_spec *spec, size_t length, struct wb_error *err) {
  const size_t size = wb_dtype_size(spec->type);
  char name[WB_DTYPE_NAME_MAX];
  size_t wanted = 0;
  if (!spec->has_count && length % size != 0)
    return wb_fail(err, WB_ERR_USAGE,
                   "%s has %zu bytes, which are not a whole number of %s (%zu each)", spec->path,
                   length, type_name(spec, name), size);
  if (!spec->has_count) spec->count = length / size;
  spec->has_count = true;
  if (wb_arg_spec_bytes(spec, &wanted) && wanted == length) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "%s has %zu bytes; %s[%zu] takes %zu (%zu each)", spec->path,
                 length, type_name(spec, name), spec->count, wanted, size);
}

static enum wb_status read_bytes(struct wb_arg_spec *spec, struct wb_tensor *out,
                                 struct wb_error *err) {
  struct wb_str content;
  struct stat info;
  enum wb_status status = WB_OK;
  wb_str_init(&content);
  /* By its size first, so that a file of the wrong size is not read at all. */
  if (stat(spec->path, &info) == 0 && S_ISREG(info.st_mode))
    status = fit_bytes(spec, (size_t)info.st_size, err);
  if (status == WB_OK) status = wb_file_read(spec->path, MOST_FILE, &content, err);
  if (status == WB_OK) status = fit_bytes(spec, content.length, err);
  if (status == WB_OK) status = new_tensor(spec, out, err);
  if (status == WB_OK && content.length > 0) memcpy(out->data, content.data, content.length);
  wb_str_release(&content);
  return status;
}

/* The next number of a text: past blanks, commas and comments. */
static const char *next_number(const char *at) {
  while (isspace((unsigned char)*at) || *at == ',' || *at == '#')
    at += *at == '#' ? strcspn(at, "\n") : 1;
  return at;
}

/* Appends the numbers of a text to `values`, as they lie in memory. */
static enum wb_status read_numbers(const struct wb_arg_spec *spec, const char *text,
                                   struct wb_str *values, size_t *count, struct wb_error *err) {
  const size_t size = wb_scalar_size(spec->type.scalar);
  enum wb_status status = WB_OK;
  unsigned line = 1;
  const char *counted = text;
  for (const char *at = next_number(text); *at != '\0' && status == WB_OK; at = next_number(at)) {
    _Alignas(8) unsigned char value[8] = {0};
    struct wb_error why = {0};
    size_t length = strcspn(at, " \t\r\n\v\f,#");
    char *word = wb_strndup(at, length);
    for (; counted < at; counted++) line += *counted == '\n';
    status = wb_number_store(word, spec->type.scalar, value, &why);
    if (status != WB_OK) wb_fail(err, status, "%s:%u: %s", spec->path, line, why.message);
    wb_str_add_bytes(values, value, size);
    /* The room of a 3-vector's fourth lane. */
    if (spec->type.lanes == 3 && *count % 3 == 2)
      wb_str_add_bytes(values, (const unsigned char[8]){0}, size);
    ++*count;
    at += length;
    free(word);
  }
  return status;
}

static enum wb_status fit_numbers(struct wb_arg_spec *spec, size_t numbers, struct wb_error *err) {
  const size_t lanes = spec->type.lanes;
  char name[WB_DTYPE_NAME_MAX];
  if (!spec->has_count) spec->count = numbers / lanes;
  spec->has_count = true;
  if (numbers % lanes == 0 && numbers / lanes == spec->count) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE, "%s has %zu number%s; %s[%zu] takes %zu", spec->path, numbers,
                 numbers == 1 ? "" : "s", type_name(spec, name), spec->count, spec->count * lanes);
}

static enum wb_status read_text(struct wb_arg_spec *spec, struct wb_tensor *out,
                                struct wb_error *err) {
  struct wb_str text, values;
  size_t count = 0;
  wb_str_init(&text);
  wb_str_init(&values);
  enum wb_status status = wb_file_read(spec->path, MOST_TEXT, &text, err);
  if (status == WB_OK) status = read_numbers(spec, text.data, &values, &count, err);
  if (status == WB_OK) status = fit_numbers(spec, count, err);
  if (status == WB_OK) status = new_tensor(spec, out, err);
  if (status == WB_OK && values.length > 0) memcpy(out->data, values.data, values.length);
  wb_str_release(&values);
  wb_str_release(&text);
  return status;
}

/* A file that cannot be read is what the person wrote, not this machine's
 * fault. */
static enum wb_status read_file(struct wb_arg_spec *spec, struct wb_tensor *out,
                                struct wb_error *err) {
  bool is_text = wb_ends_with(spec->path, ".txt") && !spec->bytes;
  enum wb_status status = is_text ? read_text(spec, out, err) : read_bytes(spec, out, err);
  if (status == WB_ERR_IO || status == WB_ERR_NOT_FOUND || status == WB_ERR_LIMIT) {
    status = WB_ERR_USAGE;
    if (err != NULL) err->status = status;
  }
  return status;
}

/* ---- the whole -------------------------------------------------------------------- */

static void copy_listed(const struct wb_arg_spec *spec, struct wb_tensor *out) {
  const size_t size = wb_dtype_size(spec->type);
  const size_t given = spec->listed.length / size;
  unsigned char *to = out->data;
  for (size_t i = 0; i < spec->count; i++)
    memcpy(to + i * size, spec->listed.data + (i < given ? i : given - 1) * size, size);
}

enum wb_status wb_arg_spec_make(struct wb_arg_spec *spec, uint64_t seed, uint64_t number,
                                struct wb_tensor *out, struct wb_error *err) {
  enum wb_status status = WB_OK;
  memset(out, 0, sizeof *out);
  out->type = spec->type;
  out->shape = (struct wb_shape){.rank = 1, .size = {spec->count}};
  if (spec->content == WB_SPEC_UNDEF) return WB_OK;
  if (spec->content == WB_SPEC_FILE) return read_file(spec, out, err);
  status = new_tensor(spec, out, err);
  if (status != WB_OK) return status;
  if (spec->content == WB_SPEC_LISTED)
    copy_listed(spec, out);
  else
    wb_tensor_fill(out, &spec->fill, wb_random_at(seed, number));
  return WB_OK;
}
