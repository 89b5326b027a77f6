// expect: wrong-answer
// why: Nothing is written, and nothing counted.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
}
