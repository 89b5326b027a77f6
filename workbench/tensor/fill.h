/* Filling tensors with inputs: a pattern, or numbers from a seed.
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
  WB_FILL_RANDOM,      /* uniform in [first, last], integers inclusive */
  WB_FILL_ASYMMETRIC,  /* distinct in every row and column, no symmetry: swapped
                          indices, reversed order and neighbours all differ */
  WB_FILL_PERMUTATION, /* 0 … n-1, shuffled */
  WB_FILL_KIND_COUNT
};

struct wb_fill {
  enum wb_fill_kind kind;
  double first, last, step;
};

const char *wb_fill_name(enum wb_fill_kind kind);
bool wb_fill_parse(const char *word, enum wb_fill_kind *out);
void wb_tensor_fill(struct wb_tensor *tensor, const struct wb_fill *fill, uint64_t seed);

/* The 64-bit value at `index` of the stream of `seed`. */
uint64_t wb_random_at(uint64_t seed, uint64_t index);

#endif
