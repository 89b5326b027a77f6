// What the checks keep beside buffers: the same three kernels for elements of several widths.
#define KERNELS(T)                                                          \
  __kernel void map_##T(__global T *out, __global const T *a) {             \
    out[get_global_id(0)] = a[get_global_id(0)] + (T)(1);                   \
  }                                                                         \
  __kernel void output_##T(__global T *out) { out[get_global_id(0)] = (T)(1); } \
  __kernel void in_place_##T(__global T *a) { a[get_global_id(0)] += (T)(1); }

KERNELS(char)
KERNELS(short)
KERNELS(float)
KERNELS(double)
KERNELS(float4)
