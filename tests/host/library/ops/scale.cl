#ifndef T
#define T float
#endif
__kernel void scale(__global T *out, __global T *x) {
  const size_t i = get_global_id(0);
  out[i] = x[i] * by;
}
