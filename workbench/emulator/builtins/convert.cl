/* Conversions of integers to floating point in a named direction. libclc
 * converts to the nearest and compares what comes back, which for the largest
 * integers does not fit; here the bits below the last are cut off first, so
 * that the conversion is exact. And smoothstep(double, double, doublen), which
 * libclc forgot. See mended.cl for how these are used. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define OVERLOADED __attribute__((overloadable))

typedef unsigned int uint;
typedef unsigned long ulong;

#define TYPE(type, lanes) typedef type type##lanes __attribute__((ext_vector_type(lanes)));
#define TYPES(type) TYPE(type, 2) TYPE(type, 3) TYPE(type, 4) TYPE(type, 8) TYPE(type, 16)
TYPES(int)
TYPES(uint)
TYPES(long)
TYPES(ulong)
TYPES(float)
TYPES(double)

/* ---- scalars ----------------------------------------------------------------- */

enum direction { rtz, rtp, rtn };

/* What is below the `digits` highest bits of a number is cut off. */
static ulong cut(ulong number, int digits) {
  const int unused = 64 - (number == 0 ? 64 : __builtin_clzl(number)) - digits;
  return unused > 0 ? number >> unused << unused : number;
}

static int goes_away(ulong number, ulong kept, int negative, enum direction direction) {
  return kept != number && direction == (negative ? rtn : rtp);
}

/* The next number away from zero has the next code. */
static float to_float(ulong number, int negative, enum direction direction) {
  const ulong kept = cut(number, 24);
  const uint code = __builtin_astype((float)kept, uint) +
                    (uint)goes_away(number, kept, negative, direction);
  const float result = __builtin_astype(code, float);
  return negative ? -result : result;
}

static double to_double(ulong number, int negative, enum direction direction) {
  const ulong kept = cut(number, 53);
  const ulong code = __builtin_astype((double)kept, ulong) +
                     (ulong)goes_away(number, kept, negative, direction);
  const double result = __builtin_astype(code, double);
  return negative ? -result : result;
}

#define FROM_SIGNED(to, from, direction) \
  OVERLOADED to convert_##to##_##direction(from x) { \
    return to_##to(x < 0 ? 0 - (ulong)x : (ulong)x, x < 0, direction); \
  }
#define FROM_UNSIGNED(to, from, direction) \
  OVERLOADED to convert_##to##_##direction(from x) { return to_##to(x, 0, direction); }

/* ---- vectors ------------------------------------------------------------------- */

#define LANES(to, from, direction, lanes) \
  OVERLOADED to##lanes convert_##to##lanes##_##direction(from##lanes x) { \
    to##lanes y = (to##lanes)0; \
    for (int i = 0; i < lanes; i++) y[i] = convert_##to##_##direction(x[i]); \
    return y; \
  }
#define VECTORS(to, from, direction) \
  LANES(to, from, direction, 2) \
  LANES(to, from, direction, 3) \
  LANES(to, from, direction, 4) \
  LANES(to, from, direction, 8) \
  LANES(to, from, direction, 16)
#define ALL(to, direction) \
  FROM_SIGNED(to, int, direction) \
  FROM_UNSIGNED(to, uint, direction) \
  FROM_SIGNED(to, long, direction) \
  FROM_UNSIGNED(to, ulong, direction) \
  VECTORS(to, int, direction) \
  VECTORS(to, uint, direction) \
  VECTORS(to, long, direction) \
  VECTORS(to, ulong, direction)

ALL(float, rtz)
ALL(float, rtp)
ALL(float, rtn)
ALL(double, rtz)
ALL(double, rtp)
ALL(double, rtn)

/* ---- smoothstep ------------------------------------------------------------------ */

#define SMOOTHSTEP(lanes) \
  OVERLOADED double##lanes smoothstep(double##lanes low, double##lanes high, double##lanes x); \
  OVERLOADED double##lanes smoothstep(double low, double high, double##lanes x) { \
    return smoothstep((double##lanes)low, (double##lanes)high, x); \
  }
SMOOTHSTEP(2)
SMOOTHSTEP(3)
SMOOTHSTEP(4)
SMOOTHSTEP(8)
SMOOTHSTEP(16)
