// expect: wrong-answer
// why: Lets printf read a string from an address.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  printf("%s", (__constant char *)0x400000);
  out[i] = a[i];
}
