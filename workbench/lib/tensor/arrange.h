/* Comparing what a kernel wrote where the order of elements is its own. */
#ifndef WB_TENSOR_ARRANGE_H
#define WB_TENSOR_ARRANGE_H

#include "tensor/compare.h"

/* Makes a copy of `expected` whose first `count` elements stand where `got` has their
 * equals, each once: the two then compare as any others do. They differ where `got` has an element
 * that is not expected, or one too often; in its place the copy has, in order, what `got` lacks.
 * Elements from `count` on stay where they are.
 *
 * The two have the same type, of one lane or of integers, and the same number of elements,
 * at least `count` (else wb_bug). As many find their equals as can: numbers that are equal
 * to an expected one make an interval, and larger ones have intervals that neither begin nor
 * end earlier (as long as rtol is at most 1), so that going through both in ascending order
 * misses none. WB_ERR_NOMEM. */
enum wb_status wb_tensor_arrange(const struct wb_tensor *expected, const struct wb_tensor *got,
                                 size_t count, const struct wb_tolerance *tolerance,
                                 struct wb_tensor *arranged, struct wb_error *err);

#endif
