#include "emulator/run/printf_spec.h"

#include <stdio.h>
#include <string.h>

static int read_number(const char **text) {
  int value = 0;
  for (; **text >= '0' && **text <= '9'; (*text)++)
    if (value <= WB_PRINTF_FIELD_MAX) value = value * 10 + (**text - '0');
  return value < WB_PRINTF_FIELD_MAX ? value : WB_PRINTF_FIELD_MAX;
}

static void read_flags(const char **text, struct wb_printf_spec *spec) {
  size_t n = 0;
  for (; **text != '\0' && strchr("-+ #0", **text) != NULL; (*text)++)
    if (strchr(spec->flags, **text) == NULL) spec->flags[n++] = **text;
}

static bool skip_word(const char **text, const char *word) {
  size_t length = strlen(word);
  bool there = strncmp(*text, word, length) == 0;
  if (there) *text += length;
  return there;
}

/* "hl" stands for the 4 bytes of an int's or a float's lane. */
static void read_length(const char **text, struct wb_printf_spec *spec) {
  static const struct {
    const char *word;
    uint32_t bytes;
  } lengths[] = {{"hh", 1}, {"hl", 4}, {"h", 2}, {"ll", 8}, {"l", 8}};
  if (**text != 'h' && **text != 'l') return;
  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0] && spec->bytes == 0; i++) {
    if (!skip_word(text, lengths[i].word)) continue;
    spec->bytes = lengths[i].bytes;
    snprintf(spec->length, sizeof spec->length, "%s", lengths[i].word);
  }
}

const char *wb_printf_spec_read(const char *text, struct wb_printf_spec *spec) {
  *spec = (struct wb_printf_spec){.precision = -1, .lanes = 1};
  read_flags(&text, spec);
  spec->width = read_number(&text);
  if (skip_word(&text, ".")) spec->precision = read_number(&text);
  if (skip_word(&text, "v")) {
    spec->vector = (uint32_t)read_number(&text);
    if (spec->vector == 0) spec->vector = WB_PRINTF_FIELD_MAX;
  }
  if (spec->vector > 0 && spec->vector <= 16) spec->lanes = spec->vector;
  read_length(&text, spec);
  if (*text != '\0' && strchr("diouxXfFeEgGaAcsp%", *text) != NULL) spec->conversion = *text++;
  return text;
}

/* Of width and precision, which are arguments; a precision below 0 is none. */
enum { FORMAT_MAX = 16 };
static void build_format(const struct wb_printf_spec *spec, const char *length, char conversion,
                         char format[FORMAT_MAX]) {
  char *at = stpcpy(format, "%");
  at = stpcpy(at, spec->flags);
  at = stpcpy(at, "*.*");
  at = stpcpy(at, length);
  *at++ = conversion;
  *at = '\0';
}

static size_t cut_length(int length, size_t size) {
  size_t wanted = length < 0 ? 0 : (size_t)length;
  return wanted < size ? wanted : size - 1;
}

static uint64_t low_bytes(uint64_t value, uint32_t bytes, bool is_signed) {
  if (bytes >= 8 || bytes == 0) return value;
  const unsigned unused = 64 - bytes * 8;
  uint64_t low = value << unused >> unused;
  return is_signed && (low >> (bytes * 8 - 1) & 1) != 0 ? low | ~0ULL << (bytes * 8) : low;
}

/* As "%lld", at most `size` - 1 bytes of it. */
static size_t put_decimal(int64_t value, char *text, size_t size) {
  char digits[21]; /* the last first */
  size_t n = 0, length = 0;
  uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
  do digits[n++] = (char)('0' + left % 10);
  while ((left /= 10) > 0);
  if (value < 0) digits[n++] = '-';
  while (n > 0 && length + 1 < size) text[length++] = digits[--n];
  text[length] = '\0';
  return length;
}

size_t wb_printf_integer(const struct wb_printf_spec *spec, uint64_t value, uint32_t bytes,
                         bool is_signed, char *text, size_t size) {
  char format[FORMAT_MAX];
  int length;
  /* Narrow scalars are promoted to int unless a length says otherwise. */
  uint64_t promoted = low_bytes(value, bytes, is_signed);
  uint32_t shown = spec->bytes != 0 ? spec->bytes : bytes < 4 && spec->lanes == 1 ? 4 : bytes;
  bool as_signed = spec->conversion == 'd' || spec->conversion == 'i';
  promoted = low_bytes(promoted, shown, as_signed);
  /* What nearly all kernels print: a fifth of the time of one that prints is the library's. */
  if (as_signed && spec->flags[0] == '\0' && spec->width == 0 && spec->precision < 0)
    return put_decimal((int64_t)promoted, text, size);
  if (spec->conversion == 'c') {
    build_format(spec, "", 'c', format);
    length =
        snprintf(text, size, format, spec->width, spec->precision, (int)(unsigned char)promoted);
  } else {
    build_format(spec, "ll", spec->conversion == 'p' ? 'x' : spec->conversion, format);
    length =
        snprintf(text, size, format, spec->width, spec->precision, (unsigned long long)promoted);
  }
  return cut_length(length, size);
}

size_t wb_printf_real(const struct wb_printf_spec *spec, double value, char *text, size_t size) {
  char format[FORMAT_MAX];
  build_format(spec, "", spec->conversion, format);
  return cut_length(snprintf(text, size, format, spec->width, spec->precision, value), size);
}

size_t wb_printf_string(const struct wb_printf_spec *spec, const char *value, char *text,
                        size_t size) {
  char format[FORMAT_MAX];
  build_format(spec, "", 's', format);
  return cut_length(snprintf(text, size, format, spec->width, spec->precision, value), size);
}
