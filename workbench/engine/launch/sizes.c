/* Sizes of launches. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "launch/spec.h"

enum { GOOD_GROUP = 256 };

unsigned wb_sizes_parse(const char *text, size_t otherwise, size_t sizes[3]) {
  unsigned count = 0;
  for (unsigned d = 0; d < 3; d++) sizes[d] = otherwise;
  for (;;) {
    char *end = NULL;
    if (count == 3 || !isdigit((unsigned char)*text)) return 0;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || value > SIZE_MAX) return 0;
    sizes[count++] = (size_t)value;
    if (*end == '\0') return count;
    if (*end != ',' && *end != 'x') return 0;
    text = end + 1;
  }
}

void wb_sizes_text(unsigned dimensions, const size_t sizes[3], struct wb_str *out) {
  for (unsigned d = 0; d < dimensions; d++) wb_str_addf(out, "%s%zu", d > 0 ? "×" : "", sizes[d]);
}

/* ---- a local size ------------------------------------------------------------ */

static size_t items_of(const size_t local[3]) { return local[0] * local[1] * local[2]; }

/* More work-items, else squarer, else longer where ids run fastest. */
static bool is_better(const size_t one[3], const size_t other[3]) {
  const size_t items = items_of(one), others = items_of(other);
  const size_t sum = one[0] + one[1] + one[2], sums = other[0] + other[1] + other[2];
  if (items != others) return items > others;
  if (sum != sums) return sum < sums;
  return one[0] != other[0] ? one[0] > other[0] : one[1] > other[1];
}

/* A dimension that is not there has the global size 1. */
static bool size_divides(size_t part, size_t whole) { return part == 1 || whole % part == 0; }

void wb_sizes_choose_local(unsigned dimensions, const size_t global[3], const uint32_t required[3],
                           size_t most, size_t local[3]) {
  const size_t limit = most > 0 && most < GOOD_GROUP ? most : GOOD_GROUP;
  size_t whole[3], one[3];
  for (unsigned d = 0; d < 3; d++) {
    local[d] = required[0] > 0 ? required[d] : 1;
    whole[d] = d < dimensions && global[d] > 0 ? global[d] : 1;
  }
  if (required[0] > 0) return;
  for (one[0] = 1; one[0] <= limit; one[0]++) {
    if (!size_divides(one[0], whole[0])) continue;
    for (one[1] = 1; one[0] * one[1] <= limit; one[1]++) {
      if (!size_divides(one[1], whole[1])) continue;
      for (one[2] = 1; items_of(one) <= limit; one[2]++)
        if (size_divides(one[2], whole[2]) && is_better(one, local))
          for (unsigned d = 0; d < 3; d++) local[d] = one[d];
    }
  }
}
