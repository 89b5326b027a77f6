/* Builtins that libclc gets wrong, in OpenCL C: compiled to bitcode at build
 * time, linked before libclc, whose own versions are then not taken.
 * tests/unit/device/math_test.c shows what was wrong and that this is not:
 *
 *   tgamma            far off for large and small arguments, sign of tgamma(-0)
 *   erfc              of floats: off by up to 40 units in the last place
 *   lgamma, lgamma_r  of floats: -inf, small negative arguments
 *   fmod, remainder, remquo  denormal results and divisors, the largest doubles
 *   rootn             of floats: roots near the least normal number become 0
 *   ldexp             denormal floats; doubles that are NaN, large exponents
 *   cosh, sinh        of doubles: infinities and NaNs index past a table
 *   nan               of doubles: gives infinity for code 0
 *   convert_float_rtz and so on  of integers that float rounds up to 2^31, 2^63
 *   smoothstep(double, double, doublen)  is not there
 *
 * libclc computes its vectors lane by lane, and so do these. Everything is
 * declared here: no header of OpenCL C is read. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define OVERLOADED __attribute__((overloadable))

typedef unsigned int uint;
typedef unsigned long ulong;

/* libclc's own, of which these are made. */
OVERLOADED double exp(double x);
OVERLOADED double expm1(double x);
OVERLOADED double rootn(double x, int n);
OVERLOADED double erfc(double x);
OVERLOADED double lgamma_r(double x, int *sign);

/* ---- scalars --------------------------------------------------------------- */

/* 1/gamma(1.5 + u) for |u| at most a half: interpolated at Chebyshev's points,
 * off by less than 0.6 units in the last place. */
static double reciprocal_gamma(double u) {
  double sum = 0x1.47827ab9adbd1p-34;
  sum = __builtin_fma(sum, u, -0x1.3107c4821a646p-32);
  sum = __builtin_fma(sum, u, -0x1.fffd5b2342133p-31);
  sum = __builtin_fma(sum, u, 0x1.25ea5efef9d74p-26);
  sum = __builtin_fma(sum, u, -0x1.7ed58d11191fap-24);
  sum = __builtin_fma(sum, u, 0x1.f1b66a6e55fafp-25);
  sum = __builtin_fma(sum, u, 0x1.216694bea01bfp-19);
  sum = __builtin_fma(sum, u, -0x1.d24ca67f5bf9fp-17);
  sum = __builtin_fma(sum, u, 0x1.a963c6a35729p-16);
  sum = __builtin_fma(sum, u, 0x1.3f845ff2f06b6p-13);
  sum = __builtin_fma(sum, u, -0x1.232bd878ffa6fp-10);
  sum = __builtin_fma(sum, u, 0x1.15f7f06100348p-9);
  sum = __builtin_fma(sum, u, 0x1.b16203e5e344dp-8);
  sum = __builtin_fma(sum, u, -0x1.5955cc39724a8p-5);
  sum = __builtin_fma(sum, u, 0x1.a18540be32ca7p-5);
  sum = __builtin_fma(sum, u, 0x1.669be41a93895p-3);
  sum = __builtin_fma(sum, u, -0x1.0da5a671c048ap-1);
  sum = __builtin_fma(sum, u, -0x1.514d3d90584b3p-5);
  return __builtin_fma(sum, u, 0x1.20dd750429b6dp+0);
}

/* Gamma of a finite number that is neither zero nor a negative integer and
 * whose result is neither infinite nor zero: x*(x+1)*… or (x-1)*(x-2)*… as a
 * product of twice the precision, until the argument is between 1 and 2. */
static double product_gamma(double x) {
  const double scale = x < -100.0 ? 0x1p-200 : x > 100.0 ? 0x1p-4 : 1.0;
  const int large = x >= 2.0;
  double high = scale, low = 0.0;
  while (large ? x >= 2.0 : x < 1.0) {
    if (large) x -= 1.0;
    const double product = high * x;
    low = low * x + __builtin_fma(high, x, -product);
    high = product;
    if (!large) x += 1.0;
  }
  high += low;
  const double rest = reciprocal_gamma(x - 1.5);
  return large ? high / rest * (1.0 / scale) : 1.0 / (high * rest) * scale;
}

OVERLOADED double tgamma(double x) {
  const double whole = __builtin_floor(x);
  double result;
  if (x == 0.0)
    result = 1.0 / x;
  else if (x != x || (x < 0.0 && x == whole))
    result = __builtin_nan("");
  else if (x > 172.0)
    result = __builtin_inf();
  else if (x < -184.0)
    result = __builtin_fabs(__builtin_floor(whole * 0.5) * 2.0 - whole) != 0.0 ? -0.0 : 0.0;
  else
    result = product_gamma(x);
  return result;
}

OVERLOADED float tgamma(float x) { return (float)tgamma((double)x); }

OVERLOADED float lgamma_r(float x, int *sign) { return (float)lgamma_r((double)x, sign); }
OVERLOADED float lgamma(float x) {
  int sign;
  return (float)lgamma_r((double)x, &sign);
}

OVERLOADED float erfc(float x) { return (float)erfc((double)x); }

OVERLOADED float rootn(float x, int n) { return (float)rootn((double)x, n); }

/* The host's. */
OVERLOADED double fmod(double x, double y) { return __builtin_fmod(x, y); }
OVERLOADED float fmod(float x, float y) { return (float)fmod((double)x, (double)y); }

/* Long division of the last bits, all of it exact. */
OVERLOADED double remquo(double x, double y, int *quotient) {
  const double a = __builtin_fabs(x), b = __builtin_fabs(y);
  int n = 0;
  *quotient = 0;
  if (!(a < __builtin_inf()) || !(b > 0.0)) return __builtin_nan("");
  double rest = b < 0x1p1015 ? fmod(a, b * 256.0) : a;
  for (int i = 8; i >= 0; i--) {
    const double step = b * (double)(1 << i);
    if (rest >= step) {
      rest -= step;
      n += 1 << i;
    }
  }
  if (rest > b - rest || (rest == b - rest && (n & 1) != 0)) {
    rest -= b;
    n++;
  }
  n &= 127;
  *quotient = __builtin_signbit(x) != __builtin_signbit(y) ? -n : n;
  return __builtin_signbit(x) ? -rest : rest;
}

OVERLOADED double remainder(double x, double y) {
  int quotient;
  return remquo(x, y, &quotient);
}
OVERLOADED float remainder(float x, float y) { return (float)remainder((double)x, (double)y); }
OVERLOADED float remquo(float x, float y, int *quotient) {
  return (float)remquo((double)x, (double)y, quotient);
}

/* x * 2^n in a double, n clamped to where every float has become 0 or
 * infinite, is exact; the conversion rounds once. */
OVERLOADED float ldexp(float x, int n) {
  const int exponent = n < -300 ? -300 : n > 300 ? 300 : n;
  const ulong bits = (ulong)(exponent + 1023) << 52;
  return (float)((double)x * __builtin_astype(bits, double));
}

/* Three factors, so that each is a number; on the way down each leaves the
 * product normal unless it is to become 0. */
OVERLOADED double ldexp(double x, int n) {
  int exponent = n < -2200 ? -2200 : n > 2200 ? 2200 : n;
  for (int i = 0; i < 2; i++) {
    const int step = exponent > 1000 ? 1000 : exponent < -1000 ? -960 : 0;
    x *= __builtin_astype((ulong)(step + 1023) << 52, double);
    exponent -= step;
  }
  return x * __builtin_astype((ulong)(exponent + 1023) << 52, double);
}

OVERLOADED double cosh(double x) {
  const double a = __builtin_fabs(x);
  if (a > 700.0) {
    const double root = exp(a * 0.5);
    return 0.5 * root * root;
  }
  const double e = exp(a);
  return 0.5 * (e + 1.0 / e);
}

OVERLOADED double sinh(double x) {
  const double a = __builtin_fabs(x);
  double result;
  if (a > 700.0) {
    const double root = exp(a * 0.5);
    result = 0.5 * root * root;
  } else if (a > 22.0) {
    result = 0.5 * exp(a);
  } else {
    const double e = expm1(a);
    result = 0.5 * (e + e / (e + 1.0));
  }
  return __builtin_copysign(result, x);
}

OVERLOADED double nan(ulong code) {
  return __builtin_astype(0x7ff8000000000000UL | (code & 0x7ffffffffffffUL), double);
}

/* ---- conversions ------------------------------------------------------------- */

/* `size` with `digits` binary digits kept, the rest cut off or rounded away
 * from zero: a number that float or double has, times a power of two. */
static double keep_digits(ulong size, int digits, int away) {
  const int shift = size == 0 ? 0 : 64 - __builtin_clzl(size) - digits;
  if (shift <= 0) return (double)size;
  ulong kept = size >> shift;
  if (away && kept << shift != size) kept++;
  return (double)kept * (double)(1UL << shift);
}

#define CONVERT(to, digits, from, is_negative) \
  OVERLOADED to convert_##to##_rtz(from x) { \
    return is_negative ? -(to)keep_digits(0UL - (ulong)x, digits, 0) \
                       : (to)keep_digits((ulong)x, digits, 0); \
  } \
  OVERLOADED to convert_##to##_rtp(from x) { \
    return is_negative ? -(to)keep_digits(0UL - (ulong)x, digits, 0) \
                       : (to)keep_digits((ulong)x, digits, 1); \
  } \
  OVERLOADED to convert_##to##_rtn(from x) { \
    return is_negative ? -(to)keep_digits(0UL - (ulong)x, digits, 1) \
                       : (to)keep_digits((ulong)x, digits, 0); \
  }
CONVERT(float, 24, int, x < 0)
CONVERT(float, 24, uint, 0)
CONVERT(float, 24, long, x < 0)
CONVERT(float, 24, ulong, 0)
CONVERT(double, 53, long, x < 0)
CONVERT(double, 53, ulong, 0)

/* ---- the same of memory elsewhere ---------------------------------------------- */

#define POINTED(function, type, space) \
  OVERLOADED type function(type x, space int *result) { \
    int value; \
    const type y = function(x, &value); \
    *result = value; \
    return y; \
  }
#define POINTED2(function, type, space) \
  OVERLOADED type function(type x, type y, space int *result) { \
    int value; \
    const type z = function(x, y, &value); \
    *result = value; \
    return z; \
  }
POINTED(lgamma_r, float, __global)
POINTED(lgamma_r, float, __local)
POINTED2(remquo, float, __global)
POINTED2(remquo, float, __local)
POINTED2(remquo, double, __global)
POINTED2(remquo, double, __local)

/* ---- vectors --------------------------------------------------------------------- */

#define TYPE(type, lanes) typedef type type##lanes __attribute__((ext_vector_type(lanes)));
#define TYPES(type) TYPE(type, 2) TYPE(type, 3) TYPE(type, 4) TYPE(type, 8) TYPE(type, 16)
TYPES(float)
TYPES(double)
TYPES(int)
TYPES(uint)
TYPES(long)
TYPES(ulong)

#define LANES(lanes) for (int i = 0; i < lanes; i++)
#define UNARY(function, type, from, lanes) \
  OVERLOADED type##lanes function(from##lanes x) { \
    type##lanes y = (type##lanes)0; \
    LANES(lanes) y[i] = function(x[i]); \
    return y; \
  }
#define BINARY(function, type, second, lanes) \
  OVERLOADED type##lanes function(type##lanes x, second##lanes y) { \
    type##lanes z = (type##lanes)0; \
    LANES(lanes) z[i] = function(x[i], y[i]); \
    return z; \
  }
#define BY_SCALAR(function, type, second, lanes) \
  OVERLOADED type##lanes function(type##lanes x, second y) { \
    type##lanes z = (type##lanes)0; \
    LANES(lanes) z[i] = function(x[i], y); \
    return z; \
  }
#define WITH_INT(function, type, space, lanes) \
  OVERLOADED type##lanes function(type##lanes x, space int##lanes *result) { \
    type##lanes y = (type##lanes)0; \
    int##lanes values = (int##lanes)0; \
    LANES(lanes) { \
      int value; \
      y[i] = function(x[i], &value); \
      values[i] = value; \
    } \
    *result = values; \
    return y; \
  }
#define WITH_INT2(function, type, space, lanes) \
  OVERLOADED type##lanes function(type##lanes x, type##lanes y, space int##lanes *result) { \
    type##lanes z = (type##lanes)0; \
    int##lanes values = (int##lanes)0; \
    LANES(lanes) { \
      int value; \
      z[i] = function(x[i], y[i], &value); \
      values[i] = value; \
    } \
    *result = values; \
    return z; \
  }

#define CONVERT_LANES(to, from, lanes, suffix) \
  OVERLOADED to##lanes convert_##to##lanes##suffix(from##lanes x) { \
    to##lanes y = (to##lanes)0; \
    LANES(lanes) y[i] = convert_##to##suffix(x[i]); \
    return y; \
  }
#define CONVERTS(to, from, lanes) \
  CONVERT_LANES(to, from, lanes, _rtz) \
  CONVERT_LANES(to, from, lanes, _rtp) \
  CONVERT_LANES(to, from, lanes, _rtn)

#define VECTORS(lanes) \
  CONVERTS(float, int, lanes) \
  CONVERTS(float, uint, lanes) \
  CONVERTS(float, long, lanes) \
  CONVERTS(float, ulong, lanes) \
  CONVERTS(double, long, lanes) \
  CONVERTS(double, ulong, lanes) \
  UNARY(tgamma, float, float, lanes) \
  UNARY(tgamma, double, double, lanes) \
  UNARY(lgamma, float, float, lanes) \
  UNARY(erfc, float, float, lanes) \
  UNARY(cosh, double, double, lanes) \
  UNARY(sinh, double, double, lanes) \
  UNARY(nan, double, ulong, lanes) \
  BINARY(fmod, float, float, lanes) \
  BINARY(fmod, double, double, lanes) \
  BINARY(remainder, float, float, lanes) \
  BINARY(remainder, double, double, lanes) \
  BINARY(rootn, float, int, lanes) \
  BINARY(ldexp, float, int, lanes) \
  BY_SCALAR(ldexp, float, int, lanes) \
  BINARY(ldexp, double, int, lanes) \
  BY_SCALAR(ldexp, double, int, lanes) \
  WITH_INT(lgamma_r, float, __private, lanes) \
  WITH_INT(lgamma_r, float, __global, lanes) \
  WITH_INT(lgamma_r, float, __local, lanes) \
  WITH_INT2(remquo, float, __private, lanes) \
  WITH_INT2(remquo, float, __global, lanes) \
  WITH_INT2(remquo, float, __local, lanes) \
  WITH_INT2(remquo, double, __private, lanes) \
  WITH_INT2(remquo, double, __global, lanes) \
  WITH_INT2(remquo, double, __local, lanes)
VECTORS(2)
VECTORS(3)
VECTORS(4)
VECTORS(8)
VECTORS(16)

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
