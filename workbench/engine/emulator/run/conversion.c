/* Floats that became integers which cannot hold them: where unwritten values come from
 * (unwritten.c). */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/run/run.h"

enum { LANE_SHIFT = 24 }; /* in wb_origin.conversion, above what runtime.h has */

void wbrt_converted(struct wbrt_context *context, uint32_t site, uint64_t number, uint32_t what,
                    uint32_t lane) {
  struct wb_work_item *item = context->run->item;
  item->origin = (struct wb_origin){.site = site,
                                    .object = WBRT_NO_OBJECT,
                                    .read = site,
                                    .index = (int64_t)number,
                                    .conversion = what | lane << LANE_SHIFT};
  item->origins[site % WB_RECENT_ORIGINS] = item->origin;
  context->touched = 1;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* With as few digits as tell it from its neighbours, of a float or of a double. */
static void print_number(double number, bool is_double, char *text, size_t size) {
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(text, size, "%.*g", digits, number);
    const double back = strtod(text, NULL);
    if (isnan(number) || back == number || (!is_double && (float)back == (float)number)) break;
  }
}

static const char *integer_name(uint32_t bits, bool is_signed) {
  static const char *const names[] = {"uchar", "char", "ushort", "short",
                                      "uint",  "int",  "ulong",  "long"};
  const unsigned size = bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3;
  return names[size * 2 + (is_signed ? 1 : 0)];
}

static double rounded(double number, uint32_t rounding) {
  double whole = number; /* cut: the digits behind the point decide nothing, and are shown */
  if (rounding == WBRT_ROUND_NEAREST) whole = rint(number);
  if (rounding == WBRT_ROUND_UP) whole = ceil(number);
  if (rounding == WBRT_ROUND_DOWN) whole = floor(number);
  return whole;
}

/* "300", "255.5, rounded to 256" or "300 in lane 2". */
static void say_number(double number, uint32_t what, uint32_t lane, char *text, size_t size) {
  const bool is_double = (what & WBRT_FROM_DOUBLE) != 0;
  const double whole = rounded(number, what >> WBRT_ROUNDING_SHIFT & 0xFF);
  char plain[40], after[40], place[24] = "";
  print_number(number, is_double, plain, sizeof plain);
  print_number(whole, is_double, after, sizeof after);
  if (lane != WBRT_NO_LANE) snprintf(place, sizeof place, " in lane %u", lane);
  if (isnan(number))
    snprintf(text, size, "NaN%s", place);
  else if (whole != number)
    snprintf(text, size, "%s%s, rounded to %s,", plain, place, after);
  else
    snprintf(text, size, "%s%s", plain, place);
}

void wb_conversion_words(const struct wb_origin *origin, const char *use, char *text, size_t size) {
  const uint32_t what = origin->conversion, lane = what >> LANE_SHIFT;
  const uint32_t bits = what & WBRT_TO_BITS;
  const bool is_signed = (what & WBRT_TO_SIGNED) != 0;
  char converted[120];
  double number;
  if ((what & WBRT_OF_LITERAL) != 0) {
    snprintf(text, size,
             "converts a literal to an integer that cannot hold it; the result differs between "
             "devices, and %s",
             use);
    return;
  }
  memcpy(&number, &origin->index, sizeof number);
  say_number(number, what, lane, converted, sizeof converted);
  snprintf(text, size,
           "converts %s to %s, which holds %" PRId64 " to %" PRIu64
           "; the result differs between devices, and %s",
           converted, integer_name(bits, is_signed), is_signed ? INT64_MIN >> (64 - bits) : 0,
           UINT64_MAX >> (64 - bits + (is_signed ? 1 : 0)), use);
}
