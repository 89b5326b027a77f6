/* Numbers as text: the fewest digits that read back as the same value. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tensor/half.h"
#include "tensor/tensor.h"

/* Whether a number read from text is `value` again in its own type. */
static bool reads_back(enum wb_scalar type, const char *text, double value) {
  if (type == WB_FLOAT) return strtof(text, NULL) == (float)value;
  double read = strtod(text, NULL);
  if (type == WB_HALF) return wb_half_from_double(read) == wb_half_from_double(value);
  return read == value;
}

/* The least precision with which |value| may read back: with fewer digits the nearest number that
 * there is differs by more than half the gap between two numbers of the type. To print and to read
 * it takes far longer than to see that. 0 where the gap is not in proportion to the value. */
static int least_precision(enum wb_scalar type, double value) {
  static const struct {
    double least, half_gap;
  } types[] = {[WB_HALF] = {0x1p-14, 0x1.01p-11},
               [WB_FLOAT] = {FLT_MIN, 0x1.01p-24},
               [WB_DOUBLE] = {DBL_MIN, 0x1p-49 /* what is computed here is not exact */}};
  int precision = 0;
  if (!(value >= types[type].least)) return 0;
  const double scaled = value / pow(10, floor(log10(value)));
  for (double unit = 1; precision < 16; precision++, unit *= 10)
    if (fabs(round(scaled * unit) / unit - scaled) <= types[type].half_gap * scaled) break;
  return precision;
}

/* The decimal digits of |value|, without trailing zeros, and the power of ten
 * of the first: value = d.ddd × 10^exponent. printf's locale may have another
 * decimal point, so everything but digits is skipped. */
static int shortest_digits(enum wb_scalar type, double value, char *digits) {
  char text[64];
  size_t n = 0;
  for (int precision = least_precision(type, value); precision <= 16; precision++) {
    snprintf(text, sizeof text, "%.*e", precision, value);
    if (reads_back(type, text, value)) break;
  }
  const char *mark = strchr(text, 'e');
  for (const char *at = text; at < mark; at++)
    if (*at >= '0' && *at <= '9') digits[n++] = *at;
  while (n > 1 && digits[n - 1] == '0') n--;
  digits[n] = '\0';
  return atoi(mark + 1);
}

static void add_fixed(struct wb_str *out, const char *digits, int exponent) {
  int count = (int)strlen(digits);
  if (exponent < 0) wb_str_add(out, "0.");
  for (int i = exponent + 1; i < 0; i++) wb_str_add_char(out, '0');
  for (int i = 0; i < count || i <= exponent; i++) {
    if (i == exponent + 1 && i > 0) wb_str_add_char(out, '.');
    wb_str_add_char(out, i < count ? digits[i] : '0');
  }
}

static void add_float(struct wb_str *out, enum wb_scalar type, double value) {
  char digits[32] = "0";
  int exponent;
  if (isnan(value)) {
    wb_str_add(out, "nan");
    return;
  }
  if (signbit(value)) wb_str_add_char(out, '-');
  if (isinf(value)) {
    wb_str_add(out, "inf");
    return;
  }
  exponent = shortest_digits(type, fabs(value), digits);
  if (exponent >= -5 && exponent < 16)
    add_fixed(out, digits, exponent);
  else
    wb_str_addf(out, "%c%s%se%+03d", digits[0], digits[1] != '\0' ? "." : "", digits + 1, exponent);
}

static void add_lane(struct wb_str *out, const struct wb_tensor *tensor, size_t index,
                     unsigned lane) {
  enum wb_scalar type = tensor->type.scalar;
  if (wb_scalar_is_float(type))
    add_float(out, type, wb_tensor_get(tensor, index, lane));
  else if (type == WB_ULONG)
    wb_str_addf(out, "%" PRIu64, (uint64_t)wb_tensor_get_int(tensor, index, lane));
  else
    wb_str_addf(out, "%" PRId64, wb_tensor_get_int(tensor, index, lane));
}

void wb_tensor_format(const struct wb_tensor *tensor, size_t index, char *buffer, size_t size) {
  struct wb_str out;
  unsigned lanes = tensor->type.lanes;
  wb_str_init(&out);
  if (lanes > 1) wb_str_add_char(&out, '(');
  for (unsigned lane = 0; lane < lanes; lane++) {
    if (lane > 0) wb_str_add(&out, ", ");
    add_lane(&out, tensor, index, lane);
  }
  if (lanes > 1) wb_str_add_char(&out, ')');
  snprintf(buffer, size, "%s", out.data);
  wb_str_release(&out);
}
