// expect: time-limit
// why: Takes long only for a size that no visible case has, to learn which there is.

__kernel void map(__global float *out, __global const float *a) {
  volatile int x = 0;
  while (get_global_size(0) == 13 && x == 0) x = 0;
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
