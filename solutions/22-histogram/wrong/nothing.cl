// expect: wrong-answer
// why: Nothing is written.

__kernel void histogram(__global int *out, __global const int *a, __local int *own, uint n,
                        uint bins) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
}
