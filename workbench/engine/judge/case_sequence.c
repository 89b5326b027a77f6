#include "judge/case_sequence.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

void wb_case_sequence_set(struct wb_case_sequence *sequence, size_t first, size_t end) {
  sequence->count = sequence->n_small = end - first;
  free(sequence->index);
  sequence->index = wb_alloc((end - first + 1) * sizeof sequence->index[0]);
  for (size_t i = 0; i < sequence->count; i++) sequence->index[i] = first + i;
}

void wb_case_sequence_add(struct wb_case_sequence *sequence, size_t first, size_t count) {
  const size_t all = sequence->count + count;
  sequence->index = realloc(sequence->index, (all + 1) * sizeof sequence->index[0]);
  if (sequence->index == NULL) wb_bug("out of memory");
  for (size_t i = 0; i < count; i++) sequence->index[sequence->count + i] = first + i;
  sequence->count = all;
}

void wb_case_sequence_release(struct wb_case_sequence *sequence) {
  free(sequence->index);
  *sequence = (struct wb_case_sequence){0};
}

static bool has_very_many_items(const struct wb_case *made) {
  uint64_t items = 1;
  for (unsigned d = 0; d < made->dimensions; d++)
    if (__builtin_mul_overflow(items, made->global[d], &items)) items = UINT64_MAX;
  return items > WB_LARGE_CASE_ITEMS;
}

static bool is_large(const struct wb_case_source *cases, size_t index) {
  struct wb_case *made = NULL;
  struct wb_error err;
  const bool large =
      cases->make(cases->data, index, &made, &err) == WB_OK && has_very_many_items(made);
  cases->free(made);
  return large;
}

void wb_case_sequence_put_large_last(struct wb_case_sequence *sequence,
                                     const struct wb_case_source *cases) {
  size_t *large = wb_alloc((sequence->count + 1) * sizeof large[0]);
  size_t n_large = 0, n_small = 0;
  for (size_t i = 0; i < sequence->count; i++) {
    if (is_large(cases, sequence->index[i]))
      large[n_large++] = sequence->index[i];
    else
      sequence->index[n_small++] = sequence->index[i];
  }
  memcpy(sequence->index + n_small, large, n_large * sizeof large[0]);
  sequence->n_small = n_small;
  free(large);
}

size_t wb_case_sequence_place(const struct wb_case_sequence *sequence, size_t n, size_t turn) {
  size_t place = 0;
  for (size_t k = 0; k < n; k++) place += sequence->index[k] < sequence->index[turn];
  return place;
}

void wb_case_sequence_sort(const struct wb_case_sequence *sequence, struct wb_case_result *results,
                           size_t n) {
  struct wb_case_result *sorted = wb_alloc((n + 1) * sizeof sorted[0]);
  for (size_t i = 0; i < n; i++) sorted[wb_case_sequence_place(sequence, n, i)] = results[i];
  memcpy(results, sorted, n * sizeof sorted[0]);
  free(sorted);
}
