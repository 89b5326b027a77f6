// expect: over-budget
// why: Right, but one vload2 reads both neighbours from global memory: two elements, if one instruction.

__kernel void differences(__global float *out, __global const float *a, __local float *tile,
                          uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  if (i >= n) return;
  if (l > 0) {
    float2 both = vload2(0, a + i - 1);
    out[i] = both.y - both.x;
  } else {
    out[i] = a[i];
  }
}
