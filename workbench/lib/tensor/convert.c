#include "tensor/convert.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "tensor/half.h"

int64_t wb_tensor_wrap_to_int(double value) {
  if (value >= -0x1p63 && value < 0x1p63) return (int64_t)value;
  if (!isfinite(value)) return 0;
  double wrapped = fmod(value, 0x1p64); /* whole, as any number as large as that */
  if (wrapped < 0) wrapped += 0x1p64;
  return (int64_t)(uint64_t)(wrapped >= 0x1p64 ? 0 : wrapped);
}

/* The integer types with their C types. */
#define FOR_EACH_INT(X)  \
  X(WB_BOOL, uint8_t)    \
  X(WB_CHAR, int8_t)     \
  X(WB_UCHAR, uint8_t)   \
  X(WB_SHORT, int16_t)   \
  X(WB_USHORT, uint16_t) \
  X(WB_INT, int32_t)     \
  X(WB_UINT, uint32_t)   \
  X(WB_LONG, int64_t)    \
  X(WB_ULONG, uint64_t)

void wb_tensor_load_ints(enum wb_scalar type, const void *data, size_t first, size_t count,
                         int64_t *out) {
  switch (type) {
#define CASE(SCALAR, TYPE)                                      \
  case SCALAR: {                                                \
    const TYPE *in = (const TYPE *)data + first;                \
    for (size_t i = 0; i < count; i++) out[i] = (int64_t)in[i]; \
    break;                                                      \
  }
    FOR_EACH_INT(CASE)
#undef CASE
    default:
      wb_bug("not an integer type: %d", (int)type);
  }
}

void wb_tensor_store_ints(enum wb_scalar type, void *data, size_t first, size_t count,
                          const int64_t *in) {
  switch (type) {
#define CASE(SCALAR, TYPE)                                                       \
  case SCALAR: {                                                                 \
    TYPE *out = (TYPE *)data + first;                                            \
    for (size_t i = 0; i < count; i++)                                           \
      out[i] = (SCALAR) == WB_BOOL ? (TYPE)(in[i] != 0) : (TYPE)(uint64_t)in[i]; \
    break;                                                                       \
  }
    FOR_EACH_INT(CASE)
#undef CASE
    default:
      wb_bug("not an integer type: %d", (int)type);
  }
}

void wb_tensor_load_floats(enum wb_scalar type, const void *data, size_t first, size_t count,
                           float *out) {
  if (type == WB_FLOAT) {
    memcpy(out, (const float *)data + first, count * sizeof *out);
  } else if (type == WB_HALF) {
    const uint16_t *in = (const uint16_t *)data + first;
    for (size_t i = 0; i < count; i++) out[i] = wb_half_to_float(in[i]);
  } else {
    wb_bug("not half or float: %d", (int)type);
  }
}

void wb_tensor_store_floats(enum wb_scalar type, void *data, size_t first, size_t count,
                            const float *in) {
  if (type == WB_FLOAT) {
    memcpy((float *)data + first, in, count * sizeof *in);
  } else if (type == WB_HALF) {
    uint16_t *out = (uint16_t *)data + first;
    for (size_t i = 0; i < count; i++) out[i] = wb_half_from_double((double)in[i]);
  } else {
    wb_bug("not half or float: %d", (int)type);
  }
}

static void load_ulongs(const uint64_t *in, size_t count, double *out) {
  for (size_t i = 0; i < count; i++) out[i] = (double)in[i];
}

static void load_ints_as_doubles(enum wb_scalar type, const void *data, size_t first, size_t count,
                                 double *out) {
  int64_t run[WB_RUN];
  for (size_t done = 0; done < count; done += WB_RUN) {
    size_t n = count - done < WB_RUN ? count - done : WB_RUN;
    wb_tensor_load_ints(type, data, first + done, n, run);
    for (size_t i = 0; i < n; i++) out[done + i] = (double)run[i];
  }
}

void wb_tensor_load_doubles(enum wb_scalar type, const void *data, size_t first, size_t count,
                            double *out) {
  if (type == WB_DOUBLE) {
    memcpy(out, (const double *)data + first, count * sizeof *out);
  } else if (type == WB_FLOAT) {
    const float *in = (const float *)data + first;
    for (size_t i = 0; i < count; i++) out[i] = (double)in[i];
  } else if (type == WB_HALF) {
    const uint16_t *in = (const uint16_t *)data + first;
    for (size_t i = 0; i < count; i++) out[i] = (double)wb_half_to_float(in[i]);
  } else if (type == WB_ULONG) {
    load_ulongs((const uint64_t *)data + first, count, out);
  } else {
    load_ints_as_doubles(type, data, first, count, out);
  }
}

static void store_doubles_as_ints(enum wb_scalar type, void *data, size_t first, size_t count,
                                  const double *in) {
  int64_t run[WB_RUN];
  for (size_t done = 0; done < count; done += WB_RUN) {
    size_t n = count - done < WB_RUN ? count - done : WB_RUN;
    for (size_t i = 0; i < n; i++)
      run[i] = type == WB_BOOL ? in[done + i] != 0 : wb_tensor_wrap_to_int(in[done + i]);
    wb_tensor_store_ints(type, data, first + done, n, run);
  }
}

void wb_tensor_store_doubles(enum wb_scalar type, void *data, size_t first, size_t count,
                             const double *in) {
  if (type == WB_DOUBLE) {
    memcpy((double *)data + first, in, count * sizeof *in);
  } else if (type == WB_FLOAT) {
    float *out = (float *)data + first;
    for (size_t i = 0; i < count; i++) out[i] = (float)in[i];
  } else if (type == WB_HALF) {
    uint16_t *out = (uint16_t *)data + first;
    for (size_t i = 0; i < count; i++) out[i] = wb_half_from_double(in[i]);
  } else {
    store_doubles_as_ints(type, data, first, count, in);
  }
}
