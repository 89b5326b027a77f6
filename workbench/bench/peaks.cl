// What `workbench bench` compares with: copies as fast as a kernel can make them, and
// multiplications with additions, with nothing else beside them. peaks.lua says by macros which
// kernel is wanted, what it is called (NAME), and of which type (T).

#ifdef COPY
// One element a work-item.
__kernel void NAME(__global T *to, __global const T *from) {
  size_t i = get_global_id(0);
  to[i] = from[i];
}
#endif

#ifdef STRIDED
// Fewer work-items than elements: neighbours copy neighbours, as a GPU likes it.
__kernel void NAME(__global T *to, __global const T *from, uint n) {
  for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) to[i] = from[i];
}
#endif

#ifdef BLOCKS
// The same, but each work-item copies a block of its own, as a CPU likes it.
__kernel void NAME(__global T *to, __global const T *from, uint each) {
  size_t first = get_global_id(0) * each;
  for (uint i = 0; i < each; i++) to[first + i] = from[first + i];
}
#endif

#ifdef MULTIPLY_ADD
// Eight chains of multiply-add a work-item that do not wait for each other. Each goes to 1, where
// a + b is 1, so that the sum can be checked.
__kernel void NAME(__global T *out, float a, float b, uint times) {
  T x0 = 0.5f, x1 = 0.6f, x2 = 0.7f, x3 = 0.8f;
  T x4 = 1.2f, x5 = 1.3f, x6 = 1.4f, x7 = 1.5f;
  for (uint i = 0; i < times; i++) {
    x0 = x0 * a + b;
    x1 = x1 * a + b;
    x2 = x2 * a + b;
    x3 = x3 * a + b;
    x4 = x4 * a + b;
    x5 = x5 * a + b;
    x6 = x6 * a + b;
    x7 = x7 * a + b;
  }
  out[get_global_id(0)] = x0 + x1 + x2 + x3 + x4 + x5 + x6 + x7;
}
#endif
