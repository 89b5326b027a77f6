// expect: runtime-error misaligned
// expect-line: 8
// why: An `int3` has the size and the alignment of an `int4`, 16 bytes. Records begin every 12 bytes.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int3 v = *(__global const int3 *)(a + 3 * i);
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
