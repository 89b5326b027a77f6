#include "tensor/arrange.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* A place in a tensor, and what sorts it. */
struct element {
  const struct wb_tensor *of;
  size_t index;
  int64_t key; /* of the first lane: ascending, NaN last */
};

/* A double's bits ascend with its value once those of negative ones are turned round. */
static int64_t key_of(const struct wb_tensor *tensor, size_t index, unsigned lane) {
  int64_t bits;
  if (!wb_scalar_is_float(tensor->type.scalar)) return wb_tensor_get_int(tensor, index, lane);
  const double value = wb_tensor_get(tensor, index, lane);
  if (isnan(value)) return INT64_MAX;
  if (value == 0) return 0;
  memcpy(&bits, &value, sizeof bits);
  return bits >= 0 ? bits : INT64_MIN - bits;
}

/* Of a vector the first lane that differs decides. */
static int by_value(const struct element *a, const struct element *b) {
  int order = (a->key > b->key) - (a->key < b->key);
  for (unsigned lane = 1; lane < a->of->type.lanes && order == 0; lane++) {
    const int64_t one = key_of(a->of, a->index, lane), other = key_of(b->of, b->index, lane);
    order = (one > other) - (one < other);
  }
  return order;
}

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

/* A digit of a key, from the least; of the uppermost the sign is turned, so that digits ascend with
 * what they are of. */
static size_t digit_of(int64_t key, unsigned digit) {
  return (((uint64_t)key ^ ((uint64_t)1 << 63)) >> (digit * DIGIT_BITS)) % DIGITS;
}

/* A step of a radix sort (Knuth, The Art of Computer Programming 3, 5.2.5): by one digit, into
 * `to`. False, and nothing is there, where all have the same one. */
static bool sort_by_digit(const struct element *from, size_t count, unsigned digit,
                          struct element *to) {
  size_t places[DIGITS] = {0}, next = 0;
  for (size_t i = 0; i < count; i++) places[digit_of(from[i].key, digit)]++;
  if (count == 0 || places[digit_of(from[0].key, digit)] == count) return false;
  for (size_t i = 0; i < DIGITS; i++) {
    const size_t n = places[i];
    places[i] = next;
    next += n;
  }
  for (size_t i = 0; i < count; i++) to[places[digit_of(from[i].key, digit)]++] = from[i];
  return true;
}

/* By value; equal elements keep their order, so that every run tells the same. */
static struct element *sort_elements(const struct wb_tensor *tensor, size_t count) {
  struct element *list = wb_alloc((count + 1) * sizeof *list);
  struct element *other = wb_alloc((count + 1) * sizeof *other);
  for (size_t i = 0; i < count; i++) list[i] = (struct element){.of = tensor, .index = i};
  for (unsigned lane = tensor->type.lanes; lane-- > 0;) {
    for (size_t i = 0; i < count; i++) list[i].key = key_of(tensor, list[i].index, lane);
    for (unsigned digit = 0; digit < 64 / DIGIT_BITS; digit++) {
      if (!sort_by_digit(list, count, digit, other)) continue;
      struct element *const unsorted = list;
      list = other;
      other = unsorted;
    }
  }
  free(other);
  return list;
}

static void put_element(struct wb_tensor *to, size_t index, const struct element *from) {
  const size_t size = wb_dtype_size(to->type);
  memcpy((char *)to->data + index * size, (const char *)from->of->data + from->index * size, size);
}

/* Puts each of `wanted` where its equal is; `placed` says where something stands then,
 * `found` which of the expected found one, by their indexes. */
static void put_equals(const struct element *wanted, const struct element *there, size_t count,
                       const struct wb_tolerance *tolerance, struct wb_tensor *arranged,
                       bool *placed, bool *found) {
  for (size_t i = 0, k = 0; i < count && k < count;) {
    if (wb_elements_equal(wanted[i].of, wanted[i].index, there[k].of, there[k].index, tolerance)) {
      put_element(arranged, there[k].index, &wanted[i]);
      found[wanted[i++].index] = placed[there[k++].index] = true;
    } else if (by_value(&there[k], &wanted[i]) < 0) {
      k++;
    } else {
      i++;
    }
  }
}

enum wb_status wb_tensor_arrange(const struct wb_tensor *expected, const struct wb_tensor *got,
                                 size_t count, const struct wb_tolerance *tolerance,
                                 struct wb_tensor *arranged, struct wb_error *err) {
  const size_t total = wb_tensor_count(expected);
  if (!wb_dtype_equal(expected->type, got->type) || total != wb_tensor_count(got) ||
      count > total || (expected->type.lanes > 1 && wb_scalar_is_float(expected->type.scalar)))
    wb_bug("arranging tensors that do not fit together");
  enum wb_status status = wb_tensor_copy(arranged, expected, err);
  if (status != WB_OK) return status;
  struct element *wanted = sort_elements(expected, count), *there = sort_elements(got, count);
  bool *placed = wb_alloc(count + 1), *found = wb_alloc(count + 1);
  put_equals(wanted, there, count, tolerance, arranged, placed, found);
  for (size_t i = 0, k = 0; i < count; i++) {
    const struct element lacking = {.of = expected, .index = i};
    if (found[i]) continue;
    while (placed[k]) k++;
    put_element(arranged, k++, &lacking);
  }
  free(wanted);
  free(there);
  free(placed);
  free(found);
  return WB_OK;
}
