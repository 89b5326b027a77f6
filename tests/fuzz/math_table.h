/* OpenCL C's functions of real numbers: how a kernel calls them, what they
 * should give, and how far off they may be.
 *
 * References compute in long double, which has at least 11 bits more than a
 * double, with the host's C library; bounds in units in the last place are
 * those of the OpenCL 1.2 specification, section 7.4, special cases those of
 * 7.5.1 and of C99's annex F. */
#ifndef WB_TESTS_MATH_TABLE_H
#define WB_TESTS_MATH_TABLE_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef long double real;

struct math_input {
  real a, b, c; /* exactly the float or double that the kernel gets */
  int32_t n;
  bool is_double;
};

/* What a function gives: x and y are reals, k is an integer. Left alone: the
 * function gives no such thing. `skip`: the specification leaves it open. */
struct math_result {
  real x, y;
  int32_t k;
  bool skip, skip_y, skip_k;
};

typedef void math_reference(const struct math_input *in, struct math_result *out);

struct math_function {
  const char *name;
  const char *statement; /* sets x, y and k from a, b, c and n; T, I stand for types */
  math_reference *reference;
  real ulp[2];     /* of floats, of doubles */
  unsigned inputs; /* how many of a, b and c matter */
  real absolute;   /* error allowed besides, in units of 2^-precision; mostly 0 */
};

static const real PI = 3.14159265358979323846264338327950288L;

static inline real largest_of(bool is_double) {
  return is_double ? (real)0x1.fffffffffffffp1023L : (real)0x1.fffffep127L;
}

/* ---- references: helpers ---------------------------------------------------------- */

#define PLAIN(name, function)                                                    \
  static void ref_##name(const struct math_input *in, struct math_result *out) { \
    out->x = function(in->a);                                                    \
  }
#define PLAIN2(name, function)                                                   \
  static void ref_##name(const struct math_input *in, struct math_result *out) { \
    out->x = function(in->a, in->b);                                             \
  }
#define BODY(name, body) \
  static void ref_##name(const struct math_input *in, struct math_result *out) { body }
#define TRUTH(name, condition) BODY(name, out->k = (condition) ? 1 : 0;)

/* An angle of pi times x, reduced exactly: sin or cos of it. */
static inline real sin_of_pi(real x) {
  real r = fmodl(x, 2);
  if (isnan(r)) return r;
  if (r == truncl(r)) return copysignl(0, x);
  if (fabsl(r) > 1) r -= copysignl(2, r);
  if (fabsl(r) > 0.5L) r = copysignl(1, r) - r;
  return sinl(PI * r);
}

static inline real cos_of_pi(real x) {
  real r = fabsl(fmodl(x, 2));
  if (isnan(r)) return r;
  if (r > 1) r = 2 - r;
  if (r == 0.5L) return 0;
  return r < 0.25L ? cosl(PI * r) : sinl(PI * (0.5L - r));
}

static inline real tan_of_pi(real x) {
  if (!isfinite(x)) return NAN;
  real whole = rintl(x), rest = x - whole;
  bool odd = fmodl(whole, 2) != 0;
  if (rest == 0) return odd ? copysignl(0, -x) : copysignl(0, x);
  if (fabsl(rest) == 0.5L) return fmodl(floorl(x), 2) == 0 ? (real)INFINITY : -(real)INFINITY;
  if (fabsl(rest) > 0.25L) return copysignl(1 / tanl(PI * (0.5L - fabsl(rest))), rest);
  return tanl(PI * rest);
}

static inline real fraction_of(real a, bool is_double) {
  real largest = is_double ? 0x1.fffffffffffffp-1L : 0x1.fffffep-1L;
  if (isnan(a)) return a;
  if (isinf(a)) return copysignl(0, a);
  real rest = a - floorl(a);
  return rest == 0 ? copysignl(0, a) : fminl(rest, largest);
}

static inline real next_after(real a, real b, bool is_double) {
  return is_double ? (real)nextafter((double)a, (double)b) : (real)nextafterf((float)a, (float)b);
}

static inline real fused(const struct math_input *in) {
  return in->is_double ? (real)fma((double)in->a, (double)in->b, (double)in->c)
                       : (real)fmaf((float)in->a, (float)in->b, (float)in->c);
}

/* The n-th root, of negative numbers too where n is odd. */
static inline real root_of(real a, int n) {
  bool odd = (n & 1) != 0;
  if (n == 0 || isnan(a) || (a < 0 && !odd)) return NAN;
  if (a == 0) {
    real sign = odd ? copysignl(1, a) : 1;
    return n > 0 ? sign * 0 : sign * (real)INFINITY;
  }
  real root = powl(fabsl(a), 1 / (real)n);
  if (isinf(a)) root = n > 0 ? (real)INFINITY : 0;
  return a < 0 ? -root : root;
}

static inline real power_of_positive(real a, real b) {
  if (isnan(a) || isnan(b) || a < 0) return NAN;
  if (a == 0) return b == 0 ? (real)NAN : (b < 0 ? (real)INFINITY : 0);
  if (isinf(a) && b == 0) return NAN;
  if (a == 1 && isinf(b)) return NAN;
  return powl(a, b);
}

static inline real bigger(real a, real b) {
  if (fabsl(a) > fabsl(b)) return a;
  return fabsl(b) > fabsl(a) ? b : fmaxl(a, b);
}

static inline real smaller(real a, real b) {
  if (fabsl(a) < fabsl(b)) return a;
  return fabsl(b) < fabsl(a) ? b : fminl(a, b);
}

/* The seven low bits of the quotient a / b, rounded as remainder does, with
 * the quotient's sign. */
static inline int32_t seven_bits(real a, real b) {
  real divisor = fabsl(b), rest = fmodl(fabsl(a), 128 * divisor);
  real quotient = rintl((rest - remainderl(rest, divisor)) / divisor);
  int32_t bits = (int32_t)fmodl(quotient, 128);
  return signbit(a) != signbit(b) ? -bits : bits;
}

/* ---- references ------------------------------------------------------------------- */

PLAIN(acos, acosl)
PLAIN(acosh, acoshl)
PLAIN(asin, asinl)
PLAIN(asinh, asinhl)
PLAIN(atan, atanl)
PLAIN(atanh, atanhl)
PLAIN(cbrt, cbrtl)
PLAIN(ceil, ceill)
PLAIN(cos, cosl)
PLAIN(cosh, coshl)
PLAIN(erf, erfl)
PLAIN(erfc, erfcl)
PLAIN(exp, expl)
PLAIN(exp2, exp2l)
PLAIN(expm1, expm1l)
PLAIN(fabs, fabsl)
PLAIN(floor, floorl)
PLAIN(lgamma, lgammal)
PLAIN(log, logl)
PLAIN(log2, log2l)
PLAIN(log10, log10l)
PLAIN(log1p, log1pl)
PLAIN(logb, logbl)
PLAIN(rint, rintl)
PLAIN(round, roundl)
PLAIN(sin, sinl)
PLAIN(sinh, sinhl)
PLAIN(sqrt, sqrtl)
PLAIN(tan, tanl)
PLAIN(tanh, tanhl)
PLAIN(trunc, truncl)
PLAIN(cospi, cos_of_pi)
PLAIN(sinpi, sin_of_pi)
PLAIN(tanpi, tan_of_pi)
PLAIN2(atan2, atan2l)
PLAIN2(copysign, copysignl)
PLAIN2(fdim, fdiml)
PLAIN2(fmax, fmaxl)
PLAIN2(fmin, fminl)
PLAIN2(fmod, fmodl)
PLAIN2(hypot, hypotl)
PLAIN2(maxmag, bigger)
PLAIN2(minmag, smaller)
PLAIN2(pow, powl)
PLAIN2(powr, power_of_positive)
PLAIN2(remainder, remainderl)
BODY(acospi, out->x = acosl(in->a) / PI;)
BODY(asinpi, out->x = asinl(in->a) / PI;)
BODY(atanpi, out->x = atanl(in->a) / PI;)
BODY(atan2pi, out->x = atan2l(in->a, in->b) / PI;)
BODY(exp10, out->x = powl(10, in->a);)
BODY(rsqrt, out->x = in->a == 0 ? copysignl(INFINITY, in->a) : 1 / sqrtl(in->a);)
BODY(recip, out->x = 1 / in->a;)
BODY(divide, out->x = in->a / in->b;)
BODY(add, out->x = in->is_double ? (real)((double)in->a + (double)in->b)
                                 : (real)((float)in->a + (float)in->b);)
BODY(subtract, out->x = in->is_double ? (real)((double)in->a - (double)in->b)
                                      : (real)((float)in->a - (float)in->b);)
BODY(multiply, out->x = in->is_double ? (real)((double)in->a * (double)in->b)
                                      : (real)((float)in->a * (float)in->b);)
BODY(fma, out->x = fused(in);)
BODY(tgamma, out->x = tgammal(in->a);)
BODY(nextafter, out->x = next_after(in->a, in->b, in->is_double);)
BODY(fract, out->x = fraction_of(in->a, in->is_double); out->y = floorl(in->a);)
BODY(modf, out->x = modfl(in->a, &out->y);)
BODY(sincos, out->x = sinl(in->a); out->y = cosl(in->a);)
BODY(frexp, int e = 0; out->x = frexpl(in->a, &e); out->k = e; out->skip_k = !isfinite(in->a);)
BODY(ilogb, out->k = in->a == 0 ? INT_MIN : (isfinite(in->a) ? ilogbl(in->a) : INT_MAX);
     out->skip = !isfinite(in->a) || in->a == 0;
     /* FP_ILOGB0 and so on: either end */)
BODY(ldexp, out->x = ldexpl(in->a, in->n);)
BODY(pown, out->x = powl(in->a, (real)in->n);)
BODY(rootn, out->x = root_of(in->a, in->n);)
BODY(lgamma_r, int s = 0; out->x = lgammal_r(in->a, &s); out->k = s;
     out->skip_k = !isfinite(in->a) || (in->a <= 0 && in->a == truncl(in->a));)
BODY(remquo, out->x = remainderl(in->a, in->b);
     out->skip_k = !isfinite(in->a) || isnan(in->b) || in->b == 0;
     out->k = out->skip_k ? 0 : seven_bits(in->a, in->b);)
BODY(nan, (void)in; out->x = NAN;)
BODY(degrees, out->x = in->a * (180 / PI);)
BODY(radians, out->x = in->a * (PI / 180);)
BODY(sign, out->x = isnan(in->a) ? 0 : in->a == 0 ? in->a : copysignl(1, in->a);)
BODY(step, out->x = in->b < in->a ? 0 : 1; out->skip = isnan(in->a) || isnan(in->b);)
BODY(max, out->x = in->a < in->b ? in->b : in->a; out->skip = isnan(in->a) || isnan(in->b);)
BODY(min, out->x = in->b < in->a ? in->b : in->a; out->skip = isnan(in->a) || isnan(in->b);)
BODY(clamp, out->x = fminl(fmaxl(in->a, in->b), in->c);
     out->skip = isnan(in->a) || isnan(in->b) || isnan(in->c) || in->b > in->c;)
TRUTH(isequal, in->a == in->b)
TRUTH(isnotequal, in->a != in->b)
TRUTH(isgreater, in->a > in->b)
TRUTH(isgreaterequal, in->a >= in->b)
TRUTH(isless, in->a < in->b)
TRUTH(islessequal, in->a <= in->b)
TRUTH(islessgreater, in->a<in->b || in->a> in->b)
TRUTH(isordered, !isunordered(in->a, in->b))
TRUTH(isunordered, isunordered(in->a, in->b))
TRUTH(isfinite, isfinite(in->a))
TRUTH(isinf, isinf(in->a))
TRUTH(isnan, isnan(in->a))
TRUTH(isnormal, in->is_double ? isnormal((double)in->a) : isnormal((float)in->a))
TRUTH(signbit, signbit(in->a))

/* Approximate functions: bounds are wide, and so is what is left open. */
#define HALF_CIRCLE(name, function) \
  BODY(name, out->x = function(in->a); out->skip = fabsl(in->a) > 65536 || in->a != in->a;)
HALF_CIRCLE(half_cos, cosl)
HALF_CIRCLE(half_sin, sinl)
HALF_CIRCLE(half_tan, tanl)

#undef PLAIN
#undef PLAIN2
#undef BODY
#undef TRUTH
#undef HALF_CIRCLE

#define F1(name, single, twice) \
  { #name, "x = " #name "(a);", ref_##name, {single, twice }, 1, 0 }
#define F2(name, single, twice) \
  { #name, "x = " #name "(a, b);", ref_##name, {single, twice }, 2, 0 }
#define R1(name) \
  { #name, "k = TRUTH(" #name "(a));", ref_##name, {0, 0 }, 1, 0 }
#define R2(name) \
  { #name, "k = TRUTH(" #name "(a, b));", ref_##name, {0, 0 }, 2, 0 }

/* Functions of floats and doubles. */
static const struct math_function MATH_FUNCTIONS[] = {
    {"add", "x = a + b;", ref_add, {0, 0}, 2, 0},
    {"subtract", "x = a - b;", ref_subtract, {0, 0}, 2, 0},
    {"multiply", "x = a * b;", ref_multiply, {0, 0}, 2, 0},
    {"divide", "x = a / b;", ref_divide, {2.5L, 0.5L}, 2, 0},
    {"reciprocal", "x = (T)1 / a;", ref_recip, {2.5L, 0.5L}, 1, 0},
    F1(acos, 4, 4),
    F1(acosh, 4, 4),
    F1(acospi, 5, 5),
    F1(asin, 4, 4),
    F1(asinh, 4, 4),
    F1(asinpi, 5, 5),
    F1(atan, 5, 5),
    F2(atan2, 6, 6),
    F1(atanh, 5, 5),
    F1(atanpi, 5, 5),
    F2(atan2pi, 6, 6),
    F1(cbrt, 2, 2),
    F1(ceil, 0, 0),
    F2(copysign, 0, 0),
    F1(cos, 4, 4),
    F1(cosh, 4, 4),
    F1(cospi, 4, 4),
    F1(erf, 16, 16),
    F1(erfc, 16, 16),
    F1(exp, 3, 3),
    F1(exp2, 3, 3),
    F1(exp10, 3, 3),
    F1(expm1, 3, 3),
    F1(fabs, 0, 0),
    F2(fdim, 0.5L, 0.5L),
    F1(floor, 0, 0),
    {"fma", "x = fma(a, b, c);", ref_fma, {0, 0}, 3, 0},
    F2(fmax, 0, 0),
    F2(fmin, 0, 0),
    F2(fmod, 0, 0),
    {"fract", "x = fract(a, &y);", ref_fract, {0.5L, 0.5L}, 1, 0},
    {"frexp", "x = frexp(a, &k);", ref_frexp, {0, 0}, 1, 0},
    F2(hypot, 4, 4),
    {"ilogb", "k = ilogb(a);", ref_ilogb, {0, 0}, 1, 0},
    {"ldexp", "x = ldexp(a, n);", ref_ldexp, {0.5L, 0.5L}, 1, 0},
    {"lgamma", "x = lgamma(a);", ref_lgamma, {16, 16}, 1, 128},
    {"lgamma_r", "x = lgamma_r(a, &k);", ref_lgamma_r, {16, 16}, 1, 128},
    F1(log, 3, 3),
    F1(log2, 3, 3),
    F1(log10, 3, 3),
    F1(log1p, 2, 2),
    F1(logb, 0, 0),
    F2(maxmag, 0, 0),
    F2(minmag, 0, 0),
    {"modf", "x = modf(a, &y);", ref_modf, {0, 0}, 1, 0},
    {"nan", "x = nan(AS_UNSIGNED(a));", ref_nan, {0, 0}, 1, 0},
    F2(nextafter, 0, 0),
    F2(pow, 16, 16),
    {"pown", "x = pown(a, n);", ref_pown, {16, 16}, 1, 0},
    F2(powr, 16, 16),
    F2(remainder, 0, 0),
    {"remquo", "x = remquo(a, b, &k); k = k % 128;", ref_remquo, {0, 0}, 2, 0},
    F1(rint, 0, 0),
    {"rootn", "x = rootn(a, n);", ref_rootn, {16, 16}, 1, 0},
    F1(round, 0, 0),
    F1(rsqrt, 2, 2),
    F1(sin, 4, 4),
    {"sincos", "x = sincos(a, &y);", ref_sincos, {4, 4}, 1, 0},
    F1(sinh, 4, 4),
    F1(sinpi, 4, 4),
    F1(sqrt, 3, 0.5L),
    F1(tan, 5, 5),
    F1(tanh, 5, 5),
    F1(tanpi, 6, 6),
    F1(tgamma, 16, 16),
    F1(trunc, 0, 0),
    F1(degrees, 2, 2),
    F1(radians, 2, 2),
    F1(sign, 0, 0),
    F2(step, 0, 0),
    F2(max, 0, 0),
    F2(min, 0, 0),
    {"clamp", "x = clamp(a, b, c);", ref_clamp, {0, 0}, 3, 0},
    R2(isequal),
    R2(isnotequal),
    R2(isgreater),
    R2(isgreaterequal),
    R2(isless),
    R2(islessequal),
    R2(islessgreater),
    R2(isordered),
    R2(isunordered),
    R1(isfinite),
    R1(isinf),
    R1(isnan),
    R1(isnormal),
    R1(signbit),
};

/* Functions of floats alone. What native_ functions give is the device's own
 * choice; the emulator holds them to what half_ functions promise. */
#define HALF1(name)                                                             \
  {"half_" #name, "x = half_" #name "(a);", ref_##name, {8192, 8192}, 1, 0}, {  \
    "native_" #name, "x = native_" #name "(a);", ref_##name, {8192, 8192}, 1, 0 \
  }
#define HALF2(name)                                                                \
  {"half_" #name, "x = half_" #name "(a, b);", ref_##name, {8192, 8192}, 2, 0}, {  \
    "native_" #name, "x = native_" #name "(a, b);", ref_##name, {8192, 8192}, 2, 0 \
  }
#define HALF_CIRCLE(name)                                                               \
  {"half_" #name, "x = half_" #name "(a);", ref_half_##name, {8192, 8192}, 1, 0}, {     \
    "native_" #name, "x = native_" #name "(a);", ref_half_##name, {8192, 8192}, 1, 8192 \
  }
static const struct math_function FLOAT_FUNCTIONS[] = {
    HALF_CIRCLE(cos), HALF_CIRCLE(sin), HALF_CIRCLE(tan), HALF1(exp),   HALF1(exp2),
    HALF1(exp10),     HALF1(log),       HALF1(log2),      HALF1(log10), HALF1(recip),
    HALF1(rsqrt),     HALF1(sqrt),      HALF2(divide),    HALF2(powr),
};

#undef F1
#undef F2
#undef R1
#undef R2
#undef HALF1
#undef HALF2
#undef HALF_CIRCLE

#endif
