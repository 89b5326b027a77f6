// An index of 32 bits is enough for arrays of up to four thousand million elements.

__kernel void map(__global float *out, __global const float *a) {
  uint i = get_global_id(0);

  out[i] = a[i] + 10.0f;
}
