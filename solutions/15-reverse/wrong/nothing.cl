// expect: wrong-answer
// why: Nothing is written, so `a` is as it was.

__kernel void reverse(__global int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
}
