// expect: time-limit
// why: Never ends.

__kernel void map(__global float *out, __global const float *a) {
  volatile int x = 0;
  while (x == 0) x = 0;
  out[0] = a[0];
}
