/* The functions of half (cl_khr_fp16), which libclc has none of for this
 * target: computed in float and rounded once, which keeps the extension's
 * bounds of accuracy; where that would be wrong, on the bits. Linked only into
 * programs that call one. See replacements.cl for how these are used. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define OVERLOADED __attribute__((overloadable))

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define TYPE(type, lanes) typedef type type##lanes __attribute__((ext_vector_type(lanes)));
#define TYPES(type) TYPE(type, 2) TYPE(type, 3) TYPE(type, 4) TYPE(type, 8) TYPE(type, 16)
TYPES(char)
TYPES(uchar)
TYPES(short)
TYPES(ushort)
TYPES(int)
TYPES(uint)
TYPES(long)
TYPES(ulong)
TYPES(half)
TYPES(float)
TYPES(double)

/* As a suffix of types: none, 2, 3, 4, 8, 16. */
#define VECTORS(macro, ...) \
  macro(2, __VA_ARGS__) macro(3, __VA_ARGS__) macro(4, __VA_ARGS__) macro(8, __VA_ARGS__) \
      macro(16, __VA_ARGS__)
#define WIDTHS(macro, ...) macro(, __VA_ARGS__) VECTORS(macro, __VA_ARGS__)

#define CAST_WIDEN(lanes, _) \
  static float##lanes OVERLOADED widen(half##lanes x) { \
    return __builtin_convertvector(x, float##lanes); \
  } \
  static half##lanes OVERLOADED narrow(float##lanes x) { \
    return __builtin_convertvector(x, half##lanes); \
  }
static float OVERLOADED widen(half x) { return (float)x; }
static half OVERLOADED narrow(float x) { return (half)x; }
VECTORS(CAST_WIDEN, 0)

/* ---- through float ----------------------------------------------------------- */

#define UNARY(n, name) \
  OVERLOADED float##n name(float##n x); \
  OVERLOADED half##n name(half##n x) { return narrow(name(widen(x))); }
#define BINARY(n, name) \
  OVERLOADED float##n name(float##n x, float##n y); \
  OVERLOADED half##n name(half##n x, half##n y) { return narrow(name(widen(x), widen(y))); }
#define TERNARY(n, name) \
  OVERLOADED float##n name(float##n x, float##n y, float##n z); \
  OVERLOADED half##n name(half##n x, half##n y, half##n z) { \
    return narrow(name(widen(x), widen(y), widen(z))); \
  }
#define WITH_SCALAR(n, name) \
  OVERLOADED half##n name(half##n x, half y) { return name(x, (half##n)y); }
#define WITH_SCALARS(n, name) \
  OVERLOADED half##n name(half##n x, half y, half z) { \
    return name(x, (half##n)y, (half##n)z); \
  }
#define AFTER_SCALAR(n, name) \
  OVERLOADED half##n name(half x, half##n y) { return name((half##n)x, y); }
#define AFTER_SCALARS(n, name) \
  OVERLOADED half##n name(half x, half y, half##n z) { \
    return name((half##n)x, (half##n)y, z); \
  }
#define BEFORE_SCALAR(n, name) \
  OVERLOADED half##n name(half##n x, half##n y, half z) { return name(x, y, (half##n)z); }
#define BY_INT(n, name) \
  OVERLOADED float##n name(float##n x, int##n y); \
  OVERLOADED half##n name(half##n x, int##n y) { return narrow(name(widen(x), y)); }
#define BY_ONE_INT(n, name) \
  OVERLOADED half##n name(half##n x, int y) { return name(x, (int##n)y); }
#define TO_HALF(n, name, space) \
  OVERLOADED float##n name(float##n x, __private float##n *y); \
  OVERLOADED half##n name(half##n x, space half##n *y) { \
    float##n result, first = name(widen(x), &result); \
    *y = narrow(result); \
    return narrow(first); \
  }
#define TO_INT(n, name, space) \
  OVERLOADED float##n name(float##n x, space int##n *y); \
  OVERLOADED half##n name(half##n x, space int##n *y) { return narrow(name(widen(x), y)); }
#define TO_INT2(n, name, space) \
  OVERLOADED float##n name(float##n x, float##n y, space int##n *z); \
  OVERLOADED half##n name(half##n x, half##n y, space int##n *z) { \
    return narrow(name(widen(x), widen(y), z)); \
  }
#define SPACES(macro, name) \
  WIDTHS(macro, name, __private) WIDTHS(macro, name, __local) WIDTHS(macro, name, __global)

WIDTHS(UNARY, acos)
WIDTHS(UNARY, acosh)
WIDTHS(UNARY, acospi)
WIDTHS(UNARY, asin)
WIDTHS(UNARY, asinh)
WIDTHS(UNARY, asinpi)
WIDTHS(UNARY, atan)
WIDTHS(UNARY, atanh)
WIDTHS(UNARY, atanpi)
WIDTHS(UNARY, cbrt)
WIDTHS(UNARY, ceil)
WIDTHS(UNARY, cos)
WIDTHS(UNARY, cosh)
WIDTHS(UNARY, cospi)
WIDTHS(UNARY, erf)
WIDTHS(UNARY, erfc)
WIDTHS(UNARY, exp)
WIDTHS(UNARY, exp2)
WIDTHS(UNARY, exp10)
WIDTHS(UNARY, expm1)
WIDTHS(UNARY, fabs)
WIDTHS(UNARY, floor)
WIDTHS(UNARY, lgamma)
WIDTHS(UNARY, log)
WIDTHS(UNARY, log2)
WIDTHS(UNARY, log10)
WIDTHS(UNARY, log1p)
WIDTHS(UNARY, logb)
WIDTHS(UNARY, rint)
WIDTHS(UNARY, round)
WIDTHS(UNARY, rsqrt)
WIDTHS(UNARY, sin)
WIDTHS(UNARY, sinh)
WIDTHS(UNARY, sinpi)
WIDTHS(UNARY, sqrt)
WIDTHS(UNARY, tan)
WIDTHS(UNARY, tanh)
WIDTHS(UNARY, tanpi)
WIDTHS(UNARY, tgamma)
WIDTHS(UNARY, trunc)
WIDTHS(UNARY, degrees)
WIDTHS(UNARY, radians)
WIDTHS(UNARY, sign)
WIDTHS(BINARY, atan2)
WIDTHS(BINARY, atan2pi)
WIDTHS(BINARY, copysign)
WIDTHS(BINARY, fdim)
WIDTHS(BINARY, fmax)
WIDTHS(BINARY, fmin)
WIDTHS(BINARY, fmod)
WIDTHS(BINARY, hypot)
WIDTHS(BINARY, maxmag)
WIDTHS(BINARY, minmag)
WIDTHS(BINARY, pow)
WIDTHS(BINARY, powr)
WIDTHS(BINARY, remainder)
WIDTHS(BINARY, max)
WIDTHS(BINARY, min)
WIDTHS(BINARY, step)
WIDTHS(TERNARY, mad)
WIDTHS(TERNARY, clamp)
WIDTHS(TERNARY, mix)
WIDTHS(TERNARY, smoothstep)
VECTORS(WITH_SCALAR, fmax)
VECTORS(WITH_SCALAR, fmin)
VECTORS(WITH_SCALAR, max)
VECTORS(WITH_SCALAR, min)
VECTORS(WITH_SCALARS, clamp)
VECTORS(AFTER_SCALAR, step)
VECTORS(AFTER_SCALARS, smoothstep)
VECTORS(BEFORE_SCALAR, mix)
WIDTHS(BY_INT, ldexp)
WIDTHS(BY_INT, pown)
WIDTHS(BY_INT, rootn)
VECTORS(BY_ONE_INT, ldexp)
SPACES(TO_HALF, modf)
SPACES(TO_HALF, sincos)
SPACES(TO_INT, frexp)
SPACES(TO_INT, lgamma_r)
SPACES(TO_INT2, remquo)

/* ---- to other types ------------------------------------------------------------- */

#define ILOGB(n, _) \
  OVERLOADED int##n ilogb(float##n x); \
  OVERLOADED int##n ilogb(half##n x) { return ilogb(widen(x)); }
WIDTHS(ILOGB, 0)

OVERLOADED float length(float4 x);
static float4 fill(half4 x, int lanes) {
  float4 y = widen(x);
  return (float4)(y.x, lanes > 1 ? y.y : 0.0f, lanes > 2 ? y.z : 0.0f, lanes > 3 ? y.w : 0.0f);
}
static float sum_of_products(float4 x, float4 y) {
  return x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
}
#define GEOMETRIC(n, widened) \
  OVERLOADED half dot(half##n x, half##n y) { \
    return narrow(sum_of_products(fill(widened(x), n), fill(widened(y), n))); \
  } \
  OVERLOADED half length(half##n x) { return narrow(length(fill(widened(x), n))); } \
  OVERLOADED half distance(half##n x, half##n y) { \
    return narrow(length(fill(widened(x), n) - fill(widened(y), n))); \
  }
#define FROM2(x) ((half4)((x).x, (x).y, 0.0h, 0.0h))
#define FROM3(x) ((half4)((x).x, (x).y, (x).z, 0.0h))
#define FROM4(x) (x)
GEOMETRIC(2, FROM2)
GEOMETRIC(3, FROM3)
GEOMETRIC(4, FROM4)
OVERLOADED half dot(half x, half y) { return x * y; }
OVERLOADED half length(half x) { return fabs(x); }
OVERLOADED half distance(half x, half y) { return narrow(__builtin_fabsf(widen(x) - widen(y))); }

#define NORMALIZE(n, _) \
  OVERLOADED float##n normalize(float##n x); \
  OVERLOADED half##n normalize(half##n x) { return narrow(normalize(widen(x))); }
NORMALIZE(, 0)
NORMALIZE(2, 0)
NORMALIZE(3, 0)
NORMALIZE(4, 0)
#define CROSS(n) \
  OVERLOADED float##n cross(float##n x, float##n y); \
  OVERLOADED half##n cross(half##n x, half##n y) { return narrow(cross(widen(x), widen(y))); }
CROSS(3)
CROSS(4)

/* ---- on values and bits -------------------------------------------------------- */

/* Truth is 1 of scalars and -1 in vectors. */
#define RELATION(n, name, expression) \
  OVERLOADED short##n name(half##n x, half##n y) { return (expression); }
#define RELATIONS(name, expression) \
  OVERLOADED int name(half x, half y) { return (expression); } \
  VECTORS(RELATION, name, expression)
RELATIONS(isequal, x == y)
RELATIONS(isnotequal, x != y)
RELATIONS(isgreater, x > y)
RELATIONS(isgreaterequal, x >= y)
RELATIONS(isless, x < y)
RELATIONS(islessequal, x <= y)
RELATIONS(islessgreater, (x < y) | (x > y))
RELATIONS(isordered, (x == x) & (y == y))
RELATIONS(isunordered, (x != x) | (y != y))

#define CODE(x) __builtin_astype((x), ushort)
#define CODES(x, n) __builtin_astype((x), ushort##n)
#define CLASS(n, name, expression) \
  OVERLOADED short##n name(half##n x) { \
    const ushort##n code = CODES(x, n), size = code & (ushort)0x7fff; \
    (void)code; \
    (void)size; \
    return (expression); \
  }
#define CLASSES(name, expression) \
  OVERLOADED int name(half x) { \
    const ushort code = CODE(x), size = code & 0x7fff; \
    (void)code; \
    (void)size; \
    return (expression); \
  } \
  VECTORS(CLASS, name, expression)
CLASSES(isfinite, size < (ushort)0x7c00)
CLASSES(isinf, size == (ushort)0x7c00)
CLASSES(isnan, size > (ushort)0x7c00)
CLASSES(isnormal, (size >= (ushort)0x0400) & (size < (ushort)0x7c00))
CLASSES(signbit, code != size)

#define NAN_OF(n, _) \
  OVERLOADED half##n nan(ushort##n code) { \
    return __builtin_astype((ushort##n)(code & (ushort)0x01ff | (ushort)0x7e00), half##n); \
  }
WIDTHS(NAN_OF, 0)

/* In the order of their codes, with the negative ones counted downwards. */
OVERLOADED half nextafter(half x, half y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0.0h) return __builtin_astype((ushort)(y > x ? 0x0001 : 0x8001), half);
  return __builtin_astype((ushort)(CODE(x) + ((x < y) == (x > 0.0h) ? 1 : -1)), half);
}

/* Below 1, also where the float rounds up to it. */
OVERLOADED float fract(float x, __private float *whole);
static half fraction(half x, half *whole) {
  float number;
  const half result = narrow(fract(widen(x), &number));
  *whole = narrow(number);
  return result >= 1.0h ? 0x1.ffcp-1h : result;
}

/* Exact but for the last rounding: the product has 22 bits. A sum that lies on
 * no double is moved off the middle between two halves. */
OVERLOADED half fma(half x, half y, half z) {
  const double product = (double)x * (double)y, sum = product + (double)z;
  const double part = sum - product;
  const double lost = (product - (sum - part)) + ((double)z - part);
  ulong code = __builtin_astype(sum, ulong);
  if (lost != 0.0 && (code & 1) == 0) code += (lost > 0.0) == (sum > 0.0) ? 1UL : -1UL;
  return (half)__builtin_astype(code, double);
}

#define LANES(n) for (int i = 0; i < n; i++)
#define BY_LANES(n, _) \
  OVERLOADED half##n nextafter(half##n x, half##n y) { \
    half##n z = (half##n)0; \
    LANES(n) z[i] = nextafter(x[i], y[i]); \
    return z; \
  } \
  OVERLOADED half##n fma(half##n x, half##n y, half##n z) { \
    half##n sum = (half##n)0; \
    LANES(n) sum[i] = fma(x[i], y[i], z[i]); \
    return sum; \
  } \
  static OVERLOADED half##n fraction(half##n x, half##n *whole) { \
    half##n y = (half##n)0, numbers = (half##n)0; \
    LANES(n) { \
      half number; \
      y[i] = fraction(x[i], &number); \
      numbers[i] = number; \
    } \
    *whole = numbers; \
    return y; \
  }
VECTORS(BY_LANES, 0)
#define FRACT(n, space) \
  OVERLOADED half##n fract(half##n x, space half##n *whole) { \
    half##n number, result = fraction(x, &number); \
    *whole = number; \
    return result; \
  }
WIDTHS(FRACT, __private)
WIDTHS(FRACT, __local)
WIDTHS(FRACT, __global)

#define BITS(n, _) \
  OVERLOADED half##n bitselect(half##n x, half##n y, half##n mask) { \
    const ushort##n m = CODES(mask, n); \
    return __builtin_astype((ushort##n)((CODES(x, n) & ~m) | (CODES(y, n) & m)), half##n); \
  }
WIDTHS(BITS, 0)
OVERLOADED half select(half x, half y, short mask) { return mask ? y : x; }
OVERLOADED half select(half x, half y, ushort mask) { return mask ? y : x; }
#define SELECT(n, _) \
  OVERLOADED half##n select(half##n x, half##n y, short##n mask) { \
    const short##n m = mask < (short)0; \
    return __builtin_astype((short##n)((__builtin_astype(x, short##n) & ~m) | \
                                       (__builtin_astype(y, short##n) & m)), \
                            half##n); \
  } \
  OVERLOADED half##n select(half##n x, half##n y, ushort##n mask) { \
    return select(x, y, __builtin_astype(mask, short##n)); \
  }
VECTORS(SELECT, 0)

/* ---- shuffles ----------------------------------------------------------------- */

#define SHUFFLE(n, m) \
  OVERLOADED ushort##m shuffle(ushort##n x, ushort##m mask); \
  OVERLOADED half##m shuffle(half##n x, ushort##m mask) { \
    return __builtin_astype(shuffle(CODES(x, n), mask), half##m); \
  } \
  OVERLOADED ushort##m shuffle2(ushort##n x, ushort##n y, ushort##m mask); \
  OVERLOADED half##m shuffle2(half##n x, half##n y, ushort##m mask) { \
    return __builtin_astype(shuffle2(CODES(x, n), CODES(y, n), mask), half##m); \
  }
#define SHUFFLES(n) SHUFFLE(n, 2) SHUFFLE(n, 4) SHUFFLE(n, 8) SHUFFLE(n, 16)
SHUFFLES(2)
SHUFFLES(4)
SHUFFLES(8)
SHUFFLES(16)

/* ---- conversions ----------------------------------------------------------------- */

/* From a half every float conversion is right: it is exact as a float. */
#define FROM_HALF(n, to, suffix) \
  OVERLOADED to##n convert_##to##n##suffix(float##n x); \
  OVERLOADED to##n convert_##to##n##suffix(half##n x) { \
    return convert_##to##n##suffix(widen(x)); \
  }
#define FROM_HALF_MODES(n, to, saturated) \
  FROM_HALF(n, to, saturated) \
  FROM_HALF(n, to, saturated##_rte) \
  FROM_HALF(n, to, saturated##_rtz) \
  FROM_HALF(n, to, saturated##_rtp) \
  FROM_HALF(n, to, saturated##_rtn)
#define TO_INTEGER(to) WIDTHS(FROM_HALF_MODES, to, ) WIDTHS(FROM_HALF_MODES, to, _sat)
TO_INTEGER(char)
TO_INTEGER(uchar)
TO_INTEGER(short)
TO_INTEGER(ushort)
TO_INTEGER(int)
TO_INTEGER(uint)
TO_INTEGER(long)
TO_INTEGER(ulong)
WIDTHS(FROM_HALF_MODES, float, )
WIDTHS(FROM_HALF_MODES, double, )

/* One step on the codes, where rounding to nearest went the other way. */
static half step_code(half x, int away) {
  return __builtin_astype((ushort)(CODE(x) + (away ? 1 : -1)), half);
}
#define ROUND(type) \
  static OVERLOADED half round_rte(type x) { return (half)x; } \
  static OVERLOADED half round_rtz(type x) { \
    const half y = (half)x; \
    const type back = (type)y; \
    return (x > 0 && back > x) || (x < 0 && back < x) ? step_code(y, 0) : y; \
  } \
  static OVERLOADED half round_rtp(type x) { \
    const half y = (half)x; \
    return (type)y < x ? step_code(y, CODE(y) < 0x8000) : y; \
  } \
  static OVERLOADED half round_rtn(type x) { \
    const half y = (half)x; \
    return (type)y > x ? step_code(y, CODE(y) >= 0x8000) : y; \
  }
ROUND(float)
ROUND(double)

/* Integers are exact as floats as far as a half reaches. */
#define HALF_OF(from, suffix, mode, as) \
  OVERLOADED half convert_half##suffix(from x) { return round_##mode((as)x); }
#define HALVES_OF(n, from, suffix) \
  OVERLOADED half##n convert_half##n##suffix(from##n x) { \
    half##n y = (half##n)0; \
    LANES(n) y[i] = convert_half##suffix(x[i]); \
    return y; \
  }
#define TO_HALF_FROM(from, as) \
  HALF_OF(from, , rte, as) \
  HALF_OF(from, _rte, rte, as) \
  HALF_OF(from, _rtz, rtz, as) \
  HALF_OF(from, _rtp, rtp, as) \
  HALF_OF(from, _rtn, rtn, as) \
  VECTORS(HALVES_OF, from, ) \
  VECTORS(HALVES_OF, from, _rte) \
  VECTORS(HALVES_OF, from, _rtz) \
  VECTORS(HALVES_OF, from, _rtp) \
  VECTORS(HALVES_OF, from, _rtn)
TO_HALF_FROM(char, float)
TO_HALF_FROM(uchar, float)
TO_HALF_FROM(short, float)
TO_HALF_FROM(ushort, float)
TO_HALF_FROM(int, float)
TO_HALF_FROM(uint, float)
TO_HALF_FROM(long, float)
TO_HALF_FROM(ulong, float)
TO_HALF_FROM(half, float)
TO_HALF_FROM(float, float)
TO_HALF_FROM(double, double)
