/* The built-in functions of OpenCL C 1.2 that take and give values lane by
 * lane, after the tables of chapter 6.12 of its specification.
 *
 * A row is a form of some functions: what they give, what they take, for which
 * element types and widths. A letter is a type:
 *
 *   T  the generic type, of the element and width at hand; t  its element
 *   I  int of that width; i  int
 *   S  signed integer as wide as the element, M  unsigned; of that width
 *   N and O  the same as masks: a lane's highest bit counts, or all of a scalar
 *   W  integer twice as wide as the element, of that width
 *   R  what relational functions give: int for one lane, else S
 *   P  pointer to T, Q  pointer to I; private, local and global
 *
 * Element types: c s i l and C S I L integers (capitals: unsigned), f float,
 * d double, h half. */
#ifndef WB_TESTS_EMULATOR_AUDIT_TABLE_H
#define WB_TESTS_EMULATOR_AUDIT_TABLE_H

struct audit_row {
  const char *names; /* separated by spaces */
  char gives;
  const char *takes;
  const char *types;
  const char *widths; /* one digit each; g stands for 16 */
  bool across;        /* lanes depend on one another: nothing to compare with */
};

#define ALL "12348g"
#define INTEGERS "cCsSiIlL"
#define REALS "fdh"

static const struct audit_row audit_rows[] = {
    /* 6.12.2 math */
    {"acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erfc erf exp "
     "exp2 exp10 expm1 fabs floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh "
     "sinpi sqrt tan tanh tanpi tgamma trunc",
     'T', "T", REALS, ALL, false},
    {"atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder",
     'T', "TT", REALS, ALL, false},
    {"fmax fmin", 'T', "Tt", REALS, ALL, false},
    {"fma mad", 'T', "TTT", REALS, ALL, false},
    {"fract modf sincos", 'T', "TP", REALS, ALL, false},
    {"frexp lgamma_r", 'T', "TQ", REALS, ALL, false},
    {"remquo", 'T', "TTQ", REALS, ALL, false},
    {"ldexp pown rootn", 'T', "TI", REALS, ALL, false},
    {"ldexp", 'T', "Ti", REALS, ALL, false},
    {"ilogb", 'I', "T", REALS, ALL, false},
    {"nan", 'T', "M", REALS, ALL, false},
    {"half_cos half_exp half_exp2 half_exp10 half_log half_log2 half_log10 half_recip half_rsqrt "
     "half_sin half_sqrt half_tan native_cos native_exp native_exp2 native_exp10 native_log "
     "native_log2 native_log10 native_recip native_rsqrt native_sin native_sqrt native_tan",
     'T', "T", "f", ALL, false},
    {"half_divide half_powr native_divide native_powr", 'T', "TT", "f", ALL, false},
    /* 6.12.3 integer */
    {"abs", 'M', "T", INTEGERS, ALL, false},
    {"abs_diff", 'M', "TT", INTEGERS, ALL, false},
    {"add_sat hadd rhadd mul_hi rotate sub_sat max min", 'T', "TT", INTEGERS, ALL, false},
    {"max min", 'T', "Tt", INTEGERS, ALL, false},
    {"clamp mad_hi mad_sat", 'T', "TTT", INTEGERS, ALL, false},
    {"clamp", 'T', "Ttt", INTEGERS, ALL, false},
    {"clz popcount", 'T', "T", INTEGERS, ALL, false},
    {"upsample", 'W', "TM", "cCsSiI", ALL, false},
    {"mad24", 'T', "TTT", "iI", ALL, false},
    {"mul24", 'T', "TT", "iI", ALL, false},
    /* 6.12.4 common */
    {"degrees radians sign", 'T', "T", REALS, ALL, false},
    {"max min step", 'T', "TT", REALS, ALL, false},
    {"max min", 'T', "Tt", REALS, ALL, false},
    {"step", 'T', "tT", REALS, ALL, false},
    {"clamp mix smoothstep", 'T', "TTT", REALS, ALL, false},
    {"clamp", 'T', "Ttt", REALS, ALL, false},
    {"mix", 'T', "TTt", REALS, ALL, false},
    {"smoothstep", 'T', "ttT", REALS, ALL, false},
    /* 6.12.5 geometric */
    {"cross", 'T', "TT", REALS, "34", true},
    {"dot distance", 't', "TT", REALS, "1234", true},
    {"length", 't', "T", REALS, "1234", true},
    {"normalize", 'T', "T", REALS, "1234", true},
    {"fast_distance", 't', "TT", "f", "1234", true},
    {"fast_length", 't', "T", "f", "1234", true},
    {"fast_normalize", 'T', "T", "f", "1234", true},
    /* 6.12.6 relational */
    {"isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered "
     "isunordered",
     'R', "TT", REALS, ALL, false},
    {"isfinite isinf isnan isnormal signbit", 'R', "T", REALS, ALL, false},
    {"any all", 'i', "T", "csil", ALL, true},
    {"bitselect", 'T', "TTT", INTEGERS REALS, ALL, false},
    {"select", 'T', "TTN", INTEGERS REALS, ALL, false},
    {"select", 'T', "TTO", INTEGERS REALS, ALL, false},
};

#endif
