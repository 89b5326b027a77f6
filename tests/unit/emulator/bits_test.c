/* Ranges of bits, against one bool each. */
#include "emulator/bits.h"

#include <string.h>

#include "tap.h"

enum { BITS = 200, WORDS = 4, ROUNDS = 20000 };

static uint64_t random_state = 1;
static size_t random_below(size_t n) {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (size_t)(random_state >> 33) % n;
}

struct both {
  uint64_t bits[WORDS];
  bool bools[BITS];
};

static bool same(const struct both *both) {
  bool good = true;
  for (size_t i = 0; i < BITS; i++) good &= wb_bits_get(both->bits, i) == both->bools[i];
  return good;
}

static void test_ranges(void) {
  static struct both a, b;
  bool good = true;
  for (int round = 0; round < ROUNDS && good; round++) {
    const size_t at = random_below(BITS), count = random_below(BITS - at + 1);
    const size_t to = random_below(BITS - count + 1);
    const bool value = random_below(2) == 1;
    struct both *from = random_below(2) == 0 ? &a : &b;
    if (random_below(2) == 0) {
      wb_bits_set(a.bits, at, count, value);
      memset(a.bools + at, value, count);
    } else {
      wb_bits_copy(b.bits, to, from->bits, at, count);
      memmove(b.bools + to, from->bools + at, count);
    }
    size_t run = 0, run_of_zeros = 0, zeros = 0;
    while (run < count && a.bools[at + run]) run++;
    while (run_of_zeros < count && !a.bools[at + run_of_zeros]) run_of_zeros++;
    for (size_t i = 0; i < count; i++) zeros += !a.bools[at + i];
    good = same(&a) && same(&b) && wb_bits_run(a.bits, at, count) == run &&
           wb_bits_run_of_zeros(a.bits, at, count) == run_of_zeros &&
           wb_bits_zeros(a.bits, at, count) == zeros;
  }
  CHECK(good);
}

int main(void) {
  tap_run("ranges of bits are set, copied and looked through as single ones are", test_ranges);
  return tap_finish();
}
