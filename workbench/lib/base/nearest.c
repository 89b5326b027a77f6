#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"

static int to_lower(char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

static size_t smaller_of(size_t a, size_t b) { return a < b ? a : b; }

/* One row of the alignment table: before2 and before are the rows above. */
static void fill_row(const char *a, size_t i, const char *b, size_t columns, const size_t *before2,
                     const size_t *before, size_t *row) {
  row[0] = i;
  for (size_t j = 1; j <= columns; j++) {
    size_t replace = before[j - 1] + (to_lower(a[i - 1]) != to_lower(b[j - 1]));
    row[j] = smaller_of(smaller_of(before[j] + 1, row[j - 1] + 1), replace);
    if (i > 1 && j > 1 && to_lower(a[i - 1]) == to_lower(b[j - 2]) &&
        to_lower(a[i - 2]) == to_lower(b[j - 1]))
      row[j] = smaller_of(row[j], before2[j - 2] + 1);
  }
}

size_t wb_edit_distance(const char *a, const char *b) {
  size_t rows = strlen(a);
  size_t columns = strlen(b);
  size_t *table = wb_alloc(3 * (columns + 1) * sizeof *table);
  size_t *before2 = table;
  size_t *before = before2 + columns + 1;
  size_t *row = before + columns + 1;
  for (size_t j = 0; j <= columns; j++) before[j] = j;
  for (size_t i = 1; i <= rows; i++) {
    size_t *spare = before2;
    fill_row(a, i, b, columns, before2, before, row);
    before2 = before;
    before = row;
    row = spare;
  }
  size_t distance = before[columns];
  free(table);
  return distance;
}

const char *wb_nearest(const char *wanted, const char *const *names, size_t count) {
  const char *best = NULL;
  size_t limit = strlen(wanted) / 3;
  if (limit < 2) limit = 2;
  size_t best_distance = limit + 1;
  for (size_t i = 0; i < count; i++) {
    size_t distance = wb_edit_distance(wanted, names[i]);
    if (distance < best_distance && distance < strlen(names[i])) {
      best = names[i];
      best_distance = distance;
    }
  }
  return best;
}
