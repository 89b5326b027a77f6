// expect: runtime-error stack-overflow
// expect-line: 6
// why: Takes all memory; it is refused before it runs.
__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  volatile float mine[1 << 28];
  for (int k = 0; k < (1 << 28); k += 1024) mine[k] = 1.0f;
  out[i] = a[i] + 10.0f;
}
