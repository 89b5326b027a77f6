#include "authoring/number_range.h"

#include <string.h>

enum { NAME_MAX_BYTES = 16 };

const struct wb_number_range wb_number_unknown = {.known = false};

int64_t wb_least_of(int64_t a, int64_t b) { return a < b ? a : b; }
int64_t wb_most_of(int64_t a, int64_t b) { return a > b ? a : b; }

struct wb_number_range wb_number_range_between(int64_t low, int64_t high) {
  const bool known = low <= high && low >= -WB_NUMBER_WIDEST && high <= WB_NUMBER_WIDEST;
  return known ? (struct wb_number_range){true, low, high} : wb_number_unknown;
}

/* What no type of the code wraps. */
struct wb_number_range wb_number_range_in_code(struct wb_number_range range) {
  return range.known && range.low >= 0 && range.high <= INT32_MAX ? range : wb_number_unknown;
}

struct wb_number_range wb_number_range_either(struct wb_number_range a, struct wb_number_range b) {
  return a.known && b.known
             ? wb_number_range_between(wb_least_of(a.low, b.low), wb_most_of(a.high, b.high))
             : wb_number_unknown;
}

bool wb_number_range_fits_type(const struct wb_number_range *range, const char *type) {
  static const struct {
    const char *name;
    int64_t low, high;
  } TYPES[] = {{"char", INT8_MIN, INT8_MAX},    {"uchar", 0, UINT8_MAX},
               {"short", INT16_MIN, INT16_MAX}, {"ushort", 0, UINT16_MAX},
               {"int", INT32_MIN, INT32_MAX},   {"uint", 0, UINT32_MAX},
               {"long", INT64_MIN, INT64_MAX},  {"ulong", 0, INT64_MAX},
               {"size_t", 0, INT64_MAX}};
  for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
    if (strcmp(TYPES[i].name, type) == 0)
      return range->known && range->low >= TYPES[i].low && range->high <= TYPES[i].high;
  return false;
}

bool wb_number_range_fits(const struct wb_number_range *range, const struct wb_token *type) {
  char name[NAME_MAX_BYTES];
  if (type->length >= sizeof name) return false;
  memcpy(name, type->text, type->length);
  name[type->length] = '\0';
  return wb_number_range_fits_type(range, name);
}

/* ---- operators ---- */

static int64_t power_of_two_from(int64_t value) {
  int64_t power = 1;
  while (power < value) power *= 2;
  return power;
}

static int64_t log_of_two_from(int64_t value) {
  int64_t log = 0;
  while ((INT64_C(1) << log) < value) log++;
  return log;
}

struct wb_number_range wb_number_range_multiply(struct wb_number_range a,
                                                struct wb_number_range b) {
  const int64_t most = INT64_C(1) << 31;
  if (a.low < -most || a.high > most || b.low < -most || b.high > most) return wb_number_unknown;
  const int64_t corners[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  int64_t low = corners[0], high = corners[0];
  for (int i = 1; i < 4; i++) {
    low = wb_least_of(low, corners[i]);
    high = wb_most_of(high, corners[i]);
  }
  return wb_number_range_between(low, high);
}

/* Of numbers that are not negative. */
static struct wb_number_range combine_positive(const struct wb_token *sign,
                                               struct wb_number_range a, struct wb_number_range b) {
  if (wb_token_is(sign, "/") && b.low > 0)
    return wb_number_range_between(a.low / b.high, a.high / b.low);
  if (wb_token_is(sign, "%") && b.low > 0)
    return wb_number_range_between(0, wb_least_of(a.high, b.high - 1));
  if (wb_token_is(sign, "<<") && b.high < 31 && a.high <= INT32_MAX)
    return wb_number_range_between(a.low << b.low, a.high << b.high);
  if (wb_token_is(sign, ">>") && b.high < 31)
    return wb_number_range_between(a.low >> b.high, a.high >> b.low);
  if (wb_token_is(sign, "&")) return wb_number_range_between(0, wb_least_of(a.high, b.high));
  if (wb_token_is(sign, "|") || wb_token_is(sign, "^"))
    return wb_number_range_between(0, power_of_two_from(wb_most_of(a.high, b.high) + 1) - 1);
  return wb_number_unknown;
}

struct wb_number_range wb_number_range_combine(const struct wb_token *sign,
                                               struct wb_number_range a, struct wb_number_range b) {
  static const char *const TRUTHS[] = {"<", ">", "<=", ">=", "==", "!=", "&&", "||"};
  if (WB_TOKEN_IS_ONE_OF(sign, TRUTHS)) return wb_number_range_between(0, 1);
  if (!a.known || !b.known) return wb_number_unknown;
  if (wb_token_is(sign, "+")) return wb_number_range_between(a.low + b.low, a.high + b.high);
  if (wb_token_is(sign, "-")) return wb_number_range_between(a.low - b.high, a.high - b.low);
  if (wb_token_is(sign, "*")) return wb_number_range_multiply(a, b);
  return a.low >= 0 && b.low >= 0 ? combine_positive(sign, a, b) : wb_number_unknown;
}

/* ---- functions ---- */

struct wb_number_range wb_number_range_of_two(const struct wb_token *name, struct wb_number_range a,
                                              struct wb_number_range b) {
  if (!a.known || !b.known) return wb_number_unknown;
  if (wb_token_is(name, "min"))
    return wb_number_range_between(wb_least_of(a.low, b.low), wb_least_of(a.high, b.high));
  if (wb_token_is(name, "max"))
    return wb_number_range_between(wb_most_of(a.low, b.low), wb_most_of(a.high, b.high));
  if (wb_token_is(name, "ceil_div") && a.low >= 0 && b.low > 0)
    return wb_number_range_between((a.low + b.high - 1) / b.high, (a.high + b.low - 1) / b.low);
  return wb_number_unknown;
}

struct wb_number_range wb_number_range_of_one(const struct wb_token *name,
                                              struct wb_number_range a) {
  if (!a.known || a.low < 0) return wb_number_unknown;
  if (wb_token_is(name, "ceil_log2"))
    return wb_number_range_between(log_of_two_from(a.low), log_of_two_from(a.high));
  if (wb_token_is(name, "ceil_pow2"))
    return wb_number_range_between(power_of_two_from(a.low), power_of_two_from(a.high));
  return wb_number_unknown;
}
