#include "emulator/bits.h"

/* The bits of the word that `at` is in, from it on, that belong to a range of
 * `left` bits; *n is how many those are. */
static uint64_t mask_at(size_t at, size_t left, size_t *n) {
  const size_t room = WB_BITS_A_WORD - at % WB_BITS_A_WORD;
  *n = left < room ? left : room;
  const uint64_t ones = *n == WB_BITS_A_WORD ? UINT64_MAX : (1ULL << *n) - 1;
  return ones << at % WB_BITS_A_WORD;
}

void wb_bits_set(uint64_t *bits, size_t from, size_t count, bool value) {
  size_t n;
  for (; count > 0; from += n, count -= n) {
    const uint64_t mask = mask_at(from, count, &n);
    uint64_t *word = &bits[from / WB_BITS_A_WORD];
    *word = value ? *word | mask : *word & ~mask;
  }
}

/* The run of bits that are 1 once `flip` is applied to their words. */
static size_t run_of(const uint64_t *bits, size_t from, size_t count, uint64_t flip) {
  size_t n, done = 0;
  for (; done < count; done += n) {
    const size_t at = from + done;
    const uint64_t zeros = mask_at(at, count - done, &n) & ~(bits[at / WB_BITS_A_WORD] ^ flip);
    if (zeros != 0) return done + (size_t)__builtin_ctzll(zeros) - at % WB_BITS_A_WORD;
    /* Whole words need no mask. */
    for (; count - done - n >= WB_BITS_A_WORD; n += WB_BITS_A_WORD)
      if (bits[(at + n) / WB_BITS_A_WORD] != ~flip) break;
  }
  return count;
}

size_t wb_bits_run(const uint64_t *bits, size_t from, size_t count) {
  return run_of(bits, from, count, 0);
}

size_t wb_bits_run_of_zeros(const uint64_t *bits, size_t from, size_t count) {
  return run_of(bits, from, count, UINT64_MAX);
}

size_t wb_bits_zeros(const uint64_t *bits, size_t from, size_t count) {
  size_t n, zeros = 0;
  for (; count > 0; from += n, count -= n) {
    const uint64_t mask = mask_at(from, count, &n);
    zeros += (size_t)__builtin_popcountll(mask & ~bits[from / WB_BITS_A_WORD]);
  }
  return zeros;
}

/* Up to a word of bits, from wherever they begin. */
static uint64_t take_bits(const uint64_t *bits, size_t at, size_t n) {
  const size_t word = at / WB_BITS_A_WORD, shift = at % WB_BITS_A_WORD;
  uint64_t value = bits[word] >> shift;
  if (shift + n > WB_BITS_A_WORD) value |= bits[word + 1] << (WB_BITS_A_WORD - shift);
  return value;
}

static void put_bits(uint64_t *bits, size_t at, size_t n, uint64_t value) {
  size_t first;
  const uint64_t low = mask_at(at, n, &first);
  uint64_t *word = &bits[at / WB_BITS_A_WORD];
  word[0] = (word[0] & ~low) | (value << at % WB_BITS_A_WORD & low);
  if (first == n) return;
  const uint64_t high = (1ULL << (n - first)) - 1;
  word[1] = (word[1] & ~high) | (value >> first & high);
}

/* A word at a time, from the end that no copied bit is lost at. */
void wb_bits_copy(uint64_t *to, size_t to_at, const uint64_t *from, size_t from_at, size_t count) {
  const bool backwards = to == from && to_at > from_at;
  for (size_t done = 0; done < count; done += WB_BITS_A_WORD) {
    const size_t left = count - done, n = left < WB_BITS_A_WORD ? left : WB_BITS_A_WORD;
    const size_t at = backwards ? left - n : done;
    put_bits(to, to_at + at, n, take_bits(from, from_at + at, n));
  }
}
