#include "tensor/dtype.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "base/status.h"

static const struct scalar_info {
  const char *name;
  size_t size;
  bool is_float, is_signed;
} scalars[WB_SCALAR_COUNT] = {
    [WB_BOOL] = {"bool", 1, false, false},     [WB_CHAR] = {"char", 1, false, true},
    [WB_UCHAR] = {"uchar", 1, false, false},   [WB_SHORT] = {"short", 2, false, true},
    [WB_USHORT] = {"ushort", 2, false, false}, [WB_INT] = {"int", 4, false, true},
    [WB_UINT] = {"uint", 4, false, false},     [WB_LONG] = {"long", 8, false, true},
    [WB_ULONG] = {"ulong", 8, false, false},   [WB_HALF] = {"half", 2, true, true},
    [WB_FLOAT] = {"float", 4, true, true},     [WB_DOUBLE] = {"double", 8, true, true},
};

/* The types of puzzles' parameters, scalars first. */
static const char *const names[] = {
    "char",   "uchar",  "short",   "ushort",  "int",     "uint",    "long",    "ulong",   "half",
    "float",  "double", "char2",   "char3",   "char4",   "uchar2",  "uchar3",  "uchar4",  "short2",
    "short3", "short4", "ushort2", "ushort3", "ushort4", "int2",    "int3",    "int4",    "uint2",
    "uint3",  "uint4",  "long2",   "long3",   "long4",   "ulong2",  "ulong3",  "ulong4",  "half2",
    "half3",  "half4",  "float2",  "float3",  "float4",  "double2", "double3", "double4",
};

static const struct scalar_info *info_of(enum wb_scalar scalar) {
  if ((unsigned)scalar >= WB_SCALAR_COUNT) wb_bug("no scalar type %d", (int)scalar);
  return &scalars[scalar];
}

size_t wb_scalar_size(enum wb_scalar scalar) { return info_of(scalar)->size; }

bool wb_scalar_is_float(enum wb_scalar scalar) { return info_of(scalar)->is_float; }

bool wb_scalar_is_signed(enum wb_scalar scalar) { return info_of(scalar)->is_signed; }

unsigned wb_dtype_stride(struct wb_dtype type) { return type.lanes == 3 ? 4 : type.lanes; }

size_t wb_dtype_size(struct wb_dtype type) {
  return wb_scalar_size(type.scalar) * wb_dtype_stride(type);
}

bool wb_dtype_equal(struct wb_dtype a, struct wb_dtype b) {
  return a.scalar == b.scalar && a.lanes == b.lanes;
}

const char *wb_dtype_name(struct wb_dtype type, char *buffer) {
  const char *scalar = info_of(type.scalar)->name;
  if (type.lanes > 1)
    snprintf(buffer, 16, "%s%u", scalar, type.lanes);
  else
    snprintf(buffer, 16, "%s", scalar);
  return buffer;
}

/* The lanes that a suffix stands for, 0 where it is none. */
static unsigned suffix_lanes(const char *suffix) {
  static const struct {
    const char *text;
    unsigned lanes;
  } suffixes[] = {{"", 1}, {"2", 2}, {"3", 3}, {"4", 4}, {"8", 8}, {"16", 16}};
  for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
    if (strcmp(suffix, suffixes[i].text) == 0) return suffixes[i].lanes;
  return 0;
}

bool wb_lanes_valid(unsigned lanes) {
  return (lanes >= 1 && lanes <= 4) || lanes == 8 || lanes == WB_MAX_LANES;
}

bool wb_dtype_parse(const char *name, struct wb_dtype *out) {
  for (unsigned i = 0; i < WB_SCALAR_COUNT; i++) {
    size_t length = strlen(scalars[i].name);
    if (strncmp(name, scalars[i].name, length) != 0) continue;
    unsigned lanes = suffix_lanes(name + length);
    if (lanes == 0) continue;
    out->scalar = (enum wb_scalar)i;
    out->lanes = lanes;
    return true;
  }
  return false;
}

const char *const *wb_dtype_names(size_t *count) {
  *count = sizeof names / sizeof names[0];
  return names;
}

const char *wb_dtype_near(const char *name) {
  /* What NumPy and PyTorch, CUDA, Mojo and Rust call them. */
  static const char *const elsewhere[][2] = {
      {"float16", "half"},  {"float32", "float"}, {"float64", "double"}, {"int8", "char"},
      {"int16", "short"},   {"int32", "int"},     {"int64", "long"},     {"uint8", "uchar"},
      {"uint16", "ushort"}, {"uint32", "uint"},   {"uint64", "ulong"},   {"f16", "half"},
      {"f32", "float"},     {"f64", "double"},    {"i8", "char"},        {"i16", "short"},
      {"i32", "int"},       {"i64", "long"},      {"u8", "uchar"},       {"u16", "ushort"},
      {"u32", "uint"},      {"u64", "ulong"},     {"boolean", "bool"},
  };
  for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
    if (strcmp(name, elsewhere[i][0]) == 0) return elsewhere[i][1];
  return wb_nearest(name, names, sizeof names / sizeof names[0]);
}
