#include "text/words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* OpenCL C 3.0 specification, sections 6.1 (keywords), 6.3 (types) and 6.15
 * (builtin functions). Each table is sorted by byte. */
/* clang-format off: it would give each word a line of its own */
static const char *const keywords[] = {
    "_Static_assert", "__attribute__", "__constant", "__generic",   "__global",
    "__kernel",       "__local",       "__private",  "__read_only", "__read_write",
    "__write_only",   "asm",           "auto",       "break",       "case",
    "const",          "constant",      "continue",   "default",     "do",
    "else",           "enum",          "extern",     "for",         "generic",
    "global",         "goto",          "if",         "inline",      "kernel",
    "local",          "pipe",          "private",    "read_only",   "read_write",
    "register",       "restrict",      "return",     "sizeof",      "static",
    "struct",         "switch",        "typedef",    "uniform",     "union",
    "volatile",       "while",         "write_only",
};

static const char *const types[] = {
    "atomic_bool",
    "atomic_double",
    "atomic_flag",
    "atomic_float",
    "atomic_int",
    "atomic_intptr_t",
    "atomic_long",
    "atomic_ptrdiff_t",
    "atomic_size_t",
    "atomic_uint",
    "atomic_uintptr_t",
    "atomic_ulong",
    "bool",
    "char",
    "cl_mem_fence_flags",
    "clk_event_t",
    "double",
    "event_t",
    "float",
    "half",
    "image1d_array_t",
    "image1d_buffer_t",
    "image1d_t",
    "image2d_array_depth_t",
    "image2d_array_t",
    "image2d_depth_t",
    "image2d_t",
    "image3d_t",
    "int",
    "intptr_t",
    "long",
    "memory_order",
    "memory_scope",
    "ndrange_t",
    "ptrdiff_t",
    "queue_t",
    "reserve_id_t",
    "sampler_t",
    "short",
    "signed",
    "size_t",
    "uchar",
    "uint",
    "uintptr_t",
    "ulong",
    "unsigned",
    "ushort",
    "void",
};
/* clang-format on */

/* Those that take a lane count: float4, uchar16. */
static const char *const vector_types[] = {"char",  "double", "float", "half",  "int",   "long",
                                           "short", "uchar",  "uint",  "ulong", "ushort"};

/* clang-format off */
static const char *const builtins[] = {
    "FLT_EPSILON", "FLT_MAX", "FLT_MIN", "HUGE_VAL", "HUGE_VALF", "INFINITY", "INT_MAX",
    "INT_MIN", "LONG_MAX", "LONG_MIN", "MAXFLOAT", "M_E", "M_E_F", "M_PI", "M_PI_2", "M_PI_2_F",
    "M_PI_4", "M_PI_4_F", "M_PI_F", "M_SQRT2", "M_SQRT2_F", "NAN", "NULL", "UINT_MAX",
    "ULONG_MAX", "abs", "abs_diff", "acos", "acosh", "acospi", "add_sat", "all", "any", "asin",
    "asinh", "asinpi", "async_work_group_copy", "async_work_group_strided_copy", "atan",
    "atan2", "atan2pi", "atanh", "atanpi", "barrier", "bitselect", "cbrt", "ceil", "clamp",
    "clz", "copysign", "cos", "cosh", "cospi", "cross", "ctz", "degrees", "distance", "dot",
    "enqueue_kernel", "erf", "erfc", "exp", "exp10", "exp2", "expm1", "fabs", "false",
    "fast_distance", "fast_length", "fast_normalize", "fdim", "floor", "fma", "fmax", "fmin",
    "fmod", "fract", "frexp", "get_enqueued_local_size", "get_global_id",
    "get_global_linear_id", "get_global_offset", "get_global_size", "get_group_id",
    "get_image_channel_data_type", "get_image_channel_order", "get_image_depth",
    "get_image_dim", "get_image_height", "get_image_width", "get_local_id",
    "get_local_linear_id", "get_local_size", "get_num_groups", "get_num_sub_groups",
    "get_sub_group_id", "get_sub_group_local_id", "get_sub_group_size", "get_work_dim", "hadd",
    "hypot", "ilogb", "isequal", "isfinite", "isgreater", "isgreaterequal", "isinf", "isless",
    "islessequal", "islessgreater", "isnan", "isnormal", "isnotequal", "isordered",
    "isunordered", "ldexp", "length", "lgamma", "lgamma_r", "log", "log10", "log1p", "log2",
    "logb", "mad", "mad24", "mad_hi", "mad_sat", "max", "maxmag", "mem_fence", "min", "minmag",
    "mix", "modf", "mul24", "mul_hi", "nan", "nextafter", "normalize", "popcount", "pow",
    "pown", "powr", "prefetch", "printf", "radians", "read_mem_fence", "remainder", "remquo",
    "rhadd", "rint", "rootn", "rotate", "round", "rsqrt", "select", "shuffle", "shuffle2",
    "sign", "signbit", "sin", "sincos", "sinh", "sinpi", "smoothstep", "sqrt", "step",
    "sub_group_barrier", "sub_sat", "tan", "tanh", "tanpi", "tgamma", "to_global", "to_local",
    "to_private", "true", "trunc", "upsample", "vec_step", "wait_group_events",
    "work_group_barrier", "write_mem_fence",
};
/* clang-format on */

/* Families too large to list: convert_int4_sat_rte, vload3, atomic_fetch_add. */
static const char *const builtin_prefixes[] = {
    "CLK_",       "as_",           "atom_",         "atomic_",     "convert_",
    "half_",      "memory_order_", "memory_scope_", "native_",     "read_image",
    "sub_group_", "vload",         "vstore",        "work_group_", "write_image"};

#define COUNT_OF(table) (sizeof(table) / sizeof(table)[0])

struct word {
  const char *text;
  size_t length;
};

static int compare_word(const void *key, const void *item) {
  const struct word *word = key;
  const char *entry = *(const char *const *)item;
  int order = strncmp(word->text, entry, word->length);
  return order == 0 && entry[word->length] != '\0' ? -1 : order;
}

static bool is_one_of(const char *const *table, size_t count, const char *text, size_t length) {
  struct word word = {text, length};
  return bsearch(&word, table, count, sizeof *table, compare_word) != NULL;
}

static bool is_vector_type(const char *word, size_t length) {
  static const char *const lanes[] = {"16", "2", "3", "4", "8"};
  size_t letters = 0;
  while (letters < length && word[letters] >= 'a') letters++;
  return is_one_of(vector_types, COUNT_OF(vector_types), word, letters) &&
         is_one_of(lanes, COUNT_OF(lanes), word + letters, length - letters);
}

static bool has_builtin_prefix(const char *word, size_t length) {
  for (size_t i = 0; i < COUNT_OF(builtin_prefixes); i++) {
    size_t prefix = strlen(builtin_prefixes[i]);
    if (length > prefix && memcmp(word, builtin_prefixes[i], prefix) == 0) return true;
  }
  return false;
}

enum wb_style wb_word_style(const char *word, size_t length) {
  enum wb_style style = WB_STYLE_PLAIN;
  if (is_one_of(keywords, COUNT_OF(keywords), word, length))
    style = WB_STYLE_KEYWORD;
  else if (is_one_of(types, COUNT_OF(types), word, length) || is_vector_type(word, length))
    style = WB_STYLE_TYPE;
  else if (is_one_of(builtins, COUNT_OF(builtins), word, length) ||
           has_builtin_prefix(word, length))
    style = WB_STYLE_BUILTIN;
  return style;
}
