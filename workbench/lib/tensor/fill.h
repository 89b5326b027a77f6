/* Filling tensors with inputs: a pattern, or numbers from a seed.
 *
 * A vector's lanes count one by one: a range over float2 is (0, 1), (2, 3) …
 *
 * The random generator is a counter-based hash (SplitMix64 of seed + index),
 * so a value depends on the seed and its place alone: it is the same on every
 * machine and in every order. */
#ifndef WB_TENSOR_FILL_H
#define WB_TENSOR_FILL_H

#include "tensor/tensor.h"

enum wb_fill_kind {
  WB_FILL_ZEROS,
  WB_FILL_ONES,
  WB_FILL_CONSTANT,    /* first */
  WB_FILL_RANGE,       /* first, first + step, … in row-major order */
  WB_FILL_RANDOM,      /* uniform in [first, last], integers inclusive; multiples of `step`, counted
                          from `first`, where it is not 0 */
  WB_FILL_EXTREMES,    /* one half random, the other from the ends of [first, last] and around 0 */
  WB_FILL_ASYMMETRIC,  /* no symmetry for a wrong index to hide behind, see below */
  WB_FILL_PERMUTATION, /* 0 … n-1, shuffled */
  WB_FILL_KIND_COUNT
};

struct wb_fill {
  enum wb_fill_kind kind;
  double first, last, step;
};

/* The asymmetric fill: all elements differ from each other, in an order without
 * pattern that the seed chooses, so that swapped indices, reversed order,
 * neighbours and equal places of two arrays all show. Values are exact in
 * their type, never 0, of both signs where the type has them, and in steps of
 * a quarter for floats (within ±8 up to 32 elements), so that sums of
 * moderate size are exact in any order.
 * Limits: a type that has fewer values than the array has elements repeats
 * them (char and uchar after 256, which then include 0; half after 4,096,
 * short after 65,536, float after 33,554,432), each stretch in an order of its own. */

/* The extremes: the ends of the range, what is next to them (a step, or 1 for integers), 0, 1 and -1
 * where they are in it, and, of floats whose range is that wide, numbers at which narrower types and
 * sums lose digits or overflow: 2^24 + 1 in halves of it, 2^31, 65,536, a tenth, the least normal
 * number, infinities. NaN is never among them. */

const char *wb_fill_name(enum wb_fill_kind kind);
bool wb_fill_parse(const char *word, enum wb_fill_kind *out);
const char *const *wb_fill_names(size_t *count); /* all, for "did you mean" */

/* "random" without bounds: -1 to 1 for floats, -100 to 100 for signed and 0 to
 * 100 for unsigned integers. */
struct wb_fill wb_fill_default_random(enum wb_scalar scalar);

void wb_tensor_fill(struct wb_tensor *tensor, const struct wb_fill *fill, uint64_t seed);

/* A new tensor with that content, as wb_tensor_init() and then wb_tensor_fill() make it; a large
 * one is filled by several threads where there can be any. */
enum wb_status wb_tensor_init_filled(struct wb_tensor *tensor, struct wb_dtype type,
                                     const struct wb_shape *shape, const struct wb_fill *fill,
                                     uint64_t seed, struct wb_error *err);

/* The 64-bit value at `index` of the stream of `seed`. */
uint64_t wb_random_at(uint64_t seed, uint64_t index);

#endif
