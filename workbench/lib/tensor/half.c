#include "tensor/half.h"

#include <string.h>

/* A double is 1 sign, 11 exponent (bias 1023) and 52 fraction bits; a half is
 * 1, 5 (bias 15) and 10. A half's smallest step is 2^-24. */
enum { DOUBLE_FRACTION = 52, HALF_FRACTION = 10, HALF_INFINITY = 0x7C00, HALF_QUIET = 0x7E00 };

/* `significand` / 2^shift, to nearest, ties to even. */
static uint64_t shift_to_nearest(uint64_t significand, unsigned shift) {
  if (shift > 63) return 0;
  uint64_t kept = significand >> shift;
  uint64_t rest = significand & ((UINT64_C(1) << shift) - 1);
  uint64_t tie = UINT64_C(1) << (shift - 1);
  return kept + (rest > tie || (rest == tie && (kept & 1) != 0));
}

uint16_t wb_half_from_double(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  unsigned sign = (unsigned)(bits >> 48) & 0x8000U;
  int exponent = (int)(bits >> DOUBLE_FRACTION & 0x7FF) - 1023;
  uint64_t fraction = bits & ((UINT64_C(1) << DOUBLE_FRACTION) - 1);
  uint64_t significand = fraction | UINT64_C(1) << DOUBLE_FRACTION;
  uint64_t magnitude;
  if (exponent == 1024)
    magnitude = fraction != 0 ? HALF_QUIET : HALF_INFINITY;
  else if (exponent > 15)
    magnitude = HALF_INFINITY;
  else if (exponent >= -14) /* a carry out of the fraction steps the exponent, as it should */
    magnitude = ((uint64_t)(exponent + 14) << HALF_FRACTION) +
                shift_to_nearest(significand, DOUBLE_FRACTION - HALF_FRACTION);
  else
    magnitude = shift_to_nearest(significand, (unsigned)(28 - exponent));
  return (uint16_t)(sign | (unsigned)magnitude);
}

float wb_half_to_float(uint16_t half) {
  uint32_t sign = (uint32_t)(half & 0x8000U) << 16;
  uint32_t exponent = half >> HALF_FRACTION & 0x1FU;
  uint32_t fraction = half & 0x3FFU;
  uint32_t bits;
  float value;
  if (exponent == 0) { /* zero or subnormal: fraction steps of 2^-24 */
    value = (float)fraction * 0x1p-24F;
    return sign != 0 ? -value : value;
  }
  if (exponent == 31)
    bits = sign | 0x7F800000U | fraction << 13;
  else
    bits = sign | (exponent + 112) << 23 | fraction << 13;
  memcpy(&value, &bits, sizeof value);
  return value;
}
