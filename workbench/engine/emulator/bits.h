/* Ranges of bits, for what is known of each byte of a buffer. Bit i is bit i % 64
 * of word i / 64. */
#ifndef WB_EMULATOR_BITS_H
#define WB_EMULATOR_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WB_BITS_A_WORD = 64 };

/* Bytes of memory that this many bits take. */
static inline size_t wb_bits_bytes(size_t count) {
  return (count + WB_BITS_A_WORD - 1) / WB_BITS_A_WORD * sizeof(uint64_t);
}

static inline bool wb_bits_get(const uint64_t *bits, size_t at) {
  return (bits[at / WB_BITS_A_WORD] >> at % WB_BITS_A_WORD & 1) != 0;
}

/* Bits from `from` on, `count` of them, become `value`. */
void wb_bits_set(uint64_t *bits, size_t from, size_t count, bool value);

/* How many bits from `from` on are 1, or 0, before the first that is not; at most `count`. */
size_t wb_bits_run(const uint64_t *bits, size_t from, size_t count);
size_t wb_bits_run_of_zeros(const uint64_t *bits, size_t from, size_t count);

/* How many of them are 0. */
size_t wb_bits_zeros(const uint64_t *bits, size_t from, size_t count);

/* Copies `count` bits; the two ranges may overlap. */
void wb_bits_copy(uint64_t *to, size_t to_at, const uint64_t *from, size_t from_at, size_t count);

#endif
