// expect: output-limit
// why: Prints for ever.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  for (int k = 0; k < 100000; k++) printf("%64d\n", k);
  out[i] = a[i] + 10.0f;
}
