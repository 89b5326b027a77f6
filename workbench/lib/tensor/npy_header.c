#include "tensor/npy_header.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* NumPy's letters, which say the kind and the bytes of a number. */
static const struct {
  char name[3];
  enum wb_scalar scalar;
} descriptions[] = {
    {"b1", WB_BOOL},   {"i1", WB_CHAR}, {"u1", WB_UCHAR}, {"i2", WB_SHORT},
    {"u2", WB_USHORT}, {"i4", WB_INT},  {"u4", WB_UINT},  {"i8", WB_LONG},
    {"u8", WB_ULONG},  {"f2", WB_HALF}, {"f4", WB_FLOAT}, {"f8", WB_DOUBLE},
};
enum { N_DESCRIPTIONS = sizeof descriptions / sizeof descriptions[0], WORD_MAX = 40 };

/* Where reading stands. The text need not end in a NUL. */
struct reader {
  const char *at, *end;
  const char *name; /* the file's */
  struct wb_error *err;
};

enum wb_status wb_npy_fail(struct wb_error *err, const char *name, const char *field,
                           const char *format, ...) {
  char where[WB_ERROR_WHERE_MAX], message[WB_ERROR_MESSAGE_MAX];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  snprintf(where, sizeof where, "%.*s: %s", (int)sizeof where - 32, name, field);
  return wb_fail_at(err, WB_ERR_SPEC, where, "%s", message);
}

void wb_npy_descr(enum wb_scalar scalar, bool big_endian, char text[4]) {
  size_t i = 0;
  while (i < N_DESCRIPTIONS && descriptions[i].scalar != scalar) i++;
  if (i == N_DESCRIPTIONS) wb_bug("no scalar type %d", (int)scalar);
  text[0] = '<';
  if (wb_scalar_size(scalar) == 1)
    text[0] = '|';
  else if (big_endian)
    text[0] = '>';
  memcpy(text + 1, descriptions[i].name, 3);
}

static void skip_blanks(struct reader *reader) {
  while (reader->at < reader->end &&
         (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n' || *reader->at == '\r'))
    reader->at++;
}

/* Whether the next character is this one; it is then behind us. */
static bool take(struct reader *reader, char c) {
  skip_blanks(reader);
  const bool found = reader->at < reader->end && *reader->at == c;
  if (found) reader->at++;
  return found;
}

/* What stands next, for a message: printable characters, "the end" where there are none. */
static const char *next_words(const struct reader *reader, char words[WORD_MAX]) {
  size_t n = 0;
  for (const char *at = reader->at; at < reader->end && n < 20; at++)
    words[n++] = (char)(*at >= 0x20 && *at < 0x7F ? *at : '.');
  words[n] = '\0';
  if (n == 0) snprintf(words, WORD_MAX, "the end");
  return words;
}

static enum wb_status expect(struct reader *reader, char c, const char *field) {
  char words[WORD_MAX];
  if (take(reader, c)) return WB_OK;
  return wb_npy_fail(reader->err, reader->name, field, "expected '%c' before: %s", c,
                     next_words(reader, words));
}

/* A text in quotes, without escapes, which no header needs. */
static enum wb_status read_text(struct reader *reader, const char *field, char text[WORD_MAX]) {
  char words[WORD_MAX];
  size_t n = 0;
  skip_blanks(reader);
  const char quote = reader->at < reader->end ? *reader->at : '\0';
  if (quote != '\'' && quote != '"')
    return wb_npy_fail(reader->err, reader->name, field, "expected a text in quotes before: %s",
                       next_words(reader, words));
  for (reader->at++; reader->at < reader->end && *reader->at != quote; reader->at++) {
    const char c = *reader->at;
    if (c < 0x20 || c >= 0x7F || c == '\\' || n + 1 == WORD_MAX)
      return wb_npy_fail(reader->err, reader->name, field,
                         "a text of the header is too long or has odd characters");
    text[n++] = c;
  }
  text[n] = '\0';
  return expect(reader, quote, field);
}

static enum wb_status read_descr(struct reader *reader, struct wb_npy_header *header) {
  char text[WORD_MAX] = "";
  skip_blanks(reader);
  if (reader->at < reader->end && *reader->at == '[')
    return wb_npy_fail(reader->err, reader->name, "descr",
                       "records of several fields cannot be read, numbers only");
  enum wb_status status = read_text(reader, "descr", text);
  if (status != WB_OK) return status;
  size_t i = 0;
  while (i < N_DESCRIPTIONS && strcmp(text + (text[0] != '\0'), descriptions[i].name) != 0) i++;
  if (i == N_DESCRIPTIONS || strchr("<>|=", text[0]) == NULL)
    return wb_npy_fail(reader->err, reader->name, "descr",
                       "'%s' is none of OpenCL C's types (b1, i1 to i8, u1 to u8, f2, f4, f8)",
                       text);
  header->scalar = descriptions[i].scalar;
  header->big_endian = text[0] == '>';
  if (text[0] == '|' && wb_scalar_size(header->scalar) > 1)
    return wb_npy_fail(reader->err, reader->name, "descr", "'%s' does not say its byte order",
                       text);
  return WB_OK;
}

static bool take_word(struct reader *reader, const char *word) {
  const size_t length = strlen(word);
  skip_blanks(reader);
  const bool found =
      (size_t)(reader->end - reader->at) >= length && memcmp(reader->at, word, length) == 0;
  if (found) reader->at += length;
  return found;
}

static enum wb_status read_order(struct reader *reader, struct wb_npy_header *header) {
  char words[WORD_MAX];
  header->fortran_order = take_word(reader, "True");
  if (header->fortran_order || take_word(reader, "False")) return WB_OK;
  return wb_npy_fail(reader->err, reader->name, "fortran_order",
                     "expected True or False before: %s", next_words(reader, words));
}

static enum wb_status read_size(struct reader *reader, size_t *size) {
  char words[WORD_MAX];
  skip_blanks(reader);
  const char *first = reader->at;
  *size = 0;
  for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++) {
    const size_t digit = (size_t)(*reader->at - '0');
    if (__builtin_mul_overflow(*size, (size_t)10, size) ||
        __builtin_add_overflow(*size, digit, size))
      return wb_npy_fail(reader->err, reader->name, "shape", "a size is too large");
  }
  if (reader->at == first)
    return wb_npy_fail(reader->err, reader->name, "shape", "expected a size before: %s",
                       next_words(reader, words));
  if (reader->at < reader->end && *reader->at == 'L') reader->at++; /* as Python 2 wrote them */
  return WB_OK;
}

static enum wb_status read_shape(struct reader *reader, struct wb_npy_header *header) {
  bool comma = true;
  enum wb_status status = expect(reader, '(', "shape");
  header->n_axes = 0;
  while (status == WB_OK && !take(reader, ')')) {
    size_t size;
    if (!comma) return expect(reader, ',', "shape");
    if (header->n_axes == WB_NPY_MAX_AXES)
      return wb_npy_fail(reader->err, reader->name, "shape",
                         "more axes than a tensor can have (%d)", WB_MAX_RANK);
    status = read_size(reader, &size);
    if (status == WB_OK) header->axes[header->n_axes++] = size;
    comma = take(reader, ',');
  }
  if (status == WB_OK && header->n_axes == 1 && !comma)
    return wb_npy_fail(reader->err, reader->name, "shape", "one size alone needs a comma: (%zu,)",
                       header->axes[0]);
  return status;
}

static enum wb_status read_field(struct reader *reader, struct wb_npy_header *header,
                                 unsigned *seen) {
  static const struct {
    const char *name;
    enum wb_status (*read)(struct reader *reader, struct wb_npy_header *header);
  } fields[] = {{"descr", read_descr}, {"fortran_order", read_order}, {"shape", read_shape}};
  char key[WORD_MAX];
  enum wb_status status = read_text(reader, "header", key);
  if (status != WB_OK) return status;
  for (unsigned i = 0; i < 3; i++) {
    if (strcmp(key, fields[i].name) != 0) continue;
    if ((*seen & 1U << i) != 0)
      return wb_npy_fail(reader->err, reader->name, key, "is given twice");
    *seen |= 1U << i;
    status = expect(reader, ':', key);
    return status == WB_OK ? fields[i].read(reader, header) : status;
  }
  return wb_npy_fail(reader->err, reader->name, "header",
                     "there is no field '%s' (descr, fortran_order, shape)", key);
}

static enum wb_status check_all_seen(const struct reader *reader, unsigned seen) {
  static const char *const names[] = {"descr", "fortran_order", "shape"};
  for (unsigned i = 0; i < 3; i++)
    if ((seen & 1U << i) == 0)
      return wb_npy_fail(reader->err, reader->name, names[i], "is missing in the header");
  return WB_OK;
}

enum wb_status wb_npy_header_parse(const char *text, size_t length, const char *name,
                                   struct wb_npy_header *header, struct wb_error *err) {
  struct reader reader = {text, text + length, name, err};
  char words[WORD_MAX];
  unsigned seen = 0;
  bool comma = true;
  *header = (struct wb_npy_header){0};
  enum wb_status status = expect(&reader, '{', "header");
  while (status == WB_OK && !take(&reader, '}')) {
    if (!comma) return expect(&reader, ',', "header");
    status = read_field(&reader, header, &seen);
    comma = take(&reader, ',');
  }
  skip_blanks(&reader);
  if (status == WB_OK && reader.at < reader.end)
    status =
        wb_npy_fail(err, name, "header", "has more after its end: %s", next_words(&reader, words));
  return status == WB_OK ? check_all_seen(&reader, seen) : status;
}
