// expect: runtime-error misaligned
// expect-line: 8
// why: The cast promises an address that 16 divides. Records begin every 12 bytes.

__kernel void weigh(__global int *out, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i < n) {
    int4 v = *(__global const int4 *)(a + 3 * i);
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
