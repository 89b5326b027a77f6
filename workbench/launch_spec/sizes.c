/* Sizes of launches. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "launch_spec/spec.h"

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

/* The largest divisor of `size` that is at most `most`. */
static size_t divisor(size_t size, size_t most) {
  size_t found = most < size ? most : size;
  while (found > 1 && size % found != 0) found--;
  return found > 0 ? found : 1;
}

void wb_local_choose(unsigned dimensions, const size_t global[3], const uint32_t required[3],
                     size_t most, size_t local[3]) {
  static const size_t squares[] = {GOOD_GROUP, GOOD_GROUP, 16, 8};
  const size_t limit = most > 0 && most < GOOD_GROUP ? most : GOOD_GROUP;
  size_t items = 1;
  for (unsigned d = 0; d < 3; d++) local[d] = 1;
  for (unsigned d = 0; d < 3 && required[0] > 0; d++) local[d] = required[d];
  if (required[0] > 0) return;
  /* A square first, then whatever room is left. */
  for (unsigned d = 0; d < dimensions; d++) {
    size_t room = limit / items;
    local[d] = divisor(global[d], squares[dimensions] < room ? squares[dimensions] : room);
    items *= local[d];
  }
  for (unsigned d = 0; d < dimensions; d++) {
    items /= local[d];
    local[d] = divisor(global[d], limit / items);
    items *= local[d];
  }
}
