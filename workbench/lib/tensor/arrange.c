#include "tensor/arrange.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* A place in a tensor, and what sorts it. */
struct element {
  const struct wb_tensor *of;
  size_t index;
};

static int by_number(double a, double b) {
  if (isnan(a) || isnan(b)) return isnan(a) - isnan(b);
  return (a > b) - (a < b);
}

/* Ascending, NaN last; of a vector the first lane that differs decides. */
static int by_value(const struct element *a, const struct element *b) {
  const struct wb_dtype type = a->of->type;
  int order = 0;
  for (unsigned lane = 0; lane < type.lanes && order == 0; lane++) {
    if (wb_scalar_is_float(type.scalar)) {
      order = by_number(wb_tensor_get(a->of, a->index, lane), wb_tensor_get(b->of, b->index, lane));
    } else {
      const int64_t one = wb_tensor_get_int(a->of, a->index, lane);
      const int64_t other = wb_tensor_get_int(b->of, b->index, lane);
      order = (one > other) - (one < other);
    }
  }
  return order;
}

/* Equal elements keep their order, so that every run tells the same. */
static int compare_elements(const void *a, const void *b) {
  const struct element *one = a, *other = b;
  const int order = by_value(one, other);
  return order != 0 ? order : (one->index > other->index) - (one->index < other->index);
}

static struct element *sort_elements(const struct wb_tensor *tensor, size_t count) {
  struct element *list = wb_alloc((count + 1) * sizeof *list);
  for (size_t i = 0; i < count; i++) list[i] = (struct element){tensor, i};
  if (count > 0) qsort(list, count, sizeof *list, compare_elements);
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
    const struct element lacking = {expected, i};
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
