#include "launch/number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tensor/convert.h"
#include "tensor/half.h"

static enum wb_status no_number(const char *text, struct wb_error *err) {
  return wb_fail(err, WB_ERR_USAGE, text[0] == '\0' ? "a number is missing" : "\"%s\" is no number",
                 text);
}

/* ---- integers ------------------------------------------------------------------ */

static unsigned base_of(const char *digits) {
  bool prefix = digits[0] == '0' && digits[1] != '\0';
  if (prefix && (digits[1] == 'x' || digits[1] == 'X')) return 16;
  if (prefix && (digits[1] == 'b' || digits[1] == 'B')) return 2;
  return 10;
}

/* The digits of a number without sign; suffixes as C's u and l say nothing
 * new. False where it is none; *fits is false where it has more than 64 bits. */
static bool read_digits(const char *digits, unsigned base, uint64_t *value, bool *fits) {
  char *end = NULL;
  const char *start = base == 10 ? digits : digits + 2;
  const char *allowed = base == 16 ? "0123456789abcdefABCDEF" : base == 2 ? "01" : "0123456789";
  size_t length = strspn(start, allowed);
  errno = 0;
  *value = strtoull(start, &end, (int)base);
  *fits = errno == 0;
  return length > 0 && start[length + strspn(start + length, "uUlL")] == '\0';
}

static enum wb_status does_not_fit(const char *text, enum wb_scalar type, struct wb_error *err) {
  char name[WB_DTYPE_NAME_MAX];
  const unsigned bits = 8 * (unsigned)wb_scalar_size(type);
  const bool is_signed = wb_scalar_is_signed(type);
  const uint64_t most = (bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1) >> is_signed;
  wb_dtype_name((struct wb_dtype){type, 1}, name);
  if (is_signed)
    return wb_fail(err, WB_ERR_USAGE, "%s does not fit in %s (-%" PRIu64 " to %" PRIu64 ")", text,
                   name, most + 1, most);
  return wb_fail(err, WB_ERR_USAGE, "%s does not fit in %s (0 to %" PRIu64 ")", text, name, most);
}

static enum wb_status store_integer(const char *text, enum wb_scalar type, void *out,
                                    struct wb_error *err) {
  const bool negative = text[0] == '-';
  const char *digits = text + (negative || text[0] == '+');
  const unsigned base = base_of(digits), bits = 8 * (unsigned)wb_scalar_size(type);
  const uint64_t all = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
  char name[WB_DTYPE_NAME_MAX];
  uint64_t value = 0;
  bool fits = false;
  if (!read_digits(digits, base, &value, &fits)) {
    char *end = NULL;
    double real = strtod(text, &end);
    if (end == text || *end != '\0') return no_number(text, err);
    (void)real;
    return wb_fail(err, WB_ERR_USAGE, "%s is not a whole number, and the type is %s", text,
                   wb_dtype_name((struct wb_dtype){type, 1}, name));
  }
  /* Hexadecimal and binary numbers are bits, whatever the type's sign. */
  uint64_t most = wb_scalar_is_signed(type) && base == 10 ? all >> 1 : all;
  if (negative) most = wb_scalar_is_signed(type) ? (all >> 1) + 1 : 0;
  if (!fits || value > most) return does_not_fit(text, type, err);
  int64_t stored = (int64_t)(negative ? 0 - value : value);
  wb_tensor_store_ints(type, out, 0, 1, &stored);
  return WB_OK;
}

/* ---- floats -------------------------------------------------------------------- */

/* All of the text but a suffix as of 1.5f. */
static bool is_all(const char *text, const char *end) {
  bool hexadecimal = strpbrk(text, "xX") != NULL;
  bool named = strpbrk(text, "nN") != NULL; /* nan, inf */
  if (end == text) return false;
  if (*end != '\0' && end[1] == '\0' && strchr("fFhH", *end) != NULL) return !hexadecimal && !named;
  return *end == '\0';
}

static enum wb_status store_float(const char *text, enum wb_scalar type, void *out,
                                  struct wb_error *err) {
  char *end = NULL;
  char name[WB_DTYPE_NAME_MAX];
  double value = strtod(text, &end);
  bool infinite = isinf(value) && strpbrk(text, "iI") != NULL;
  if (!is_all(text, end)) return no_number(text, err);
  if (type == WB_FLOAT) {
    float rounded = strtof(text, NULL); /* in one step from the text */
    memcpy(out, &rounded, sizeof rounded);
    value = (double)rounded;
  } else if (type == WB_HALF) {
    uint16_t bits = wb_half_from_double(value);
    memcpy(out, &bits, sizeof bits);
    value = (double)wb_half_to_float(bits);
  } else {
    memcpy(out, &value, sizeof value);
  }
  if (isinf(value) && !infinite)
    return wb_fail(err, WB_ERR_USAGE, "%s is too large for %s (write inf for infinity)", text,
                   wb_dtype_name((struct wb_dtype){type, 1}, name));
  return WB_OK;
}

enum wb_status wb_number_store(const char *text, enum wb_scalar type, void *out,
                               struct wb_error *err) {
  return wb_scalar_is_float(type) ? store_float(text, type, out, err)
                                  : store_integer(text, type, out, err);
}
