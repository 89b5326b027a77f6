/* Damage to bytes: what a process that was subverted, or a disk, may make of a
 * record. By seed. */
#ifndef WB_TESTS_DAMAGE_H
#define WB_TESTS_DAMAGE_H

#include "base/str.h"
#include "fuzz/hostile.h"

/* Numbers that lengths, counts and sizes go wrong at. */
static inline uint64_t damage_number(struct chance *chance) {
  static const uint64_t numbers[] = {0,
                                     1,
                                     2,
                                     0x7F,
                                     0x80,
                                     0xFF,
                                     0x100,
                                     0xFFFF,
                                     0x10000,
                                     0x7FFFFFFF,
                                     0x80000000,
                                     0xFFFFFFFF,
                                     0x100000000,
                                     0x7FFFFFFFFFFFFFFF,
                                     0x8000000000000000,
                                     0xFFFFFFFFFFFFFFFF};
  const uint64_t number = numbers[chance_below(chance, sizeof numbers / sizeof numbers[0])];
  return chance_one_in(chance, 4) ? number - chance_below(chance, 5000) : number;
}

static inline void damage_once(struct chance *chance, struct wb_str *bytes) {
  const size_t at = chance_below(chance, (unsigned)bytes->length + 1);
  const size_t left = bytes->length - at;
  const uint64_t number = damage_number(chance);
  size_t size = (size_t)1 << chance_below(chance, 4);
  switch (chance_below(chance, 6)) {
    case 0: /* a bit */
      if (left > 0) bytes->data[at] = (char)(bytes->data[at] ^ (1 << chance_below(chance, 8)));
      break;
    case 1: /* a number, where numbers mostly lie */
    case 2:
      if (size > left) size = left;
      memcpy(bytes->data + at, &number, size);
      break;
    case 3: /* cut off */
      if (chance_one_in(chance, 4)) bytes->length = at;
      break;
    case 4: /* a piece removed */
      if (size > left) size = left;
      memmove(bytes->data + at, bytes->data + at + size, left - size);
      bytes->length -= size;
      break;
    default: /* more at the end */
      wb_str_add_bytes(bytes, &number, size);
      break;
  }
}

/* One to five places. */
static inline void damage(struct chance *chance, struct wb_str *bytes) {
  for (unsigned i = 1 + chance_below(chance, 5); i > 0; i--) damage_once(chance, bytes);
}

#endif
