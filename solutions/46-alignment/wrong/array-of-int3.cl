// expect: runtime-error out-of-bounds
// expect-line: 9
// why: In an array of `int3` the elements lie 16 bytes apart, and the records here 12.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  __global const int3 *records = (__global const int3 *)a;
  if (i < n) {
    int3 v = records[i];
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
