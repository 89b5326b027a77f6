// expect: time-limit or compile-error
// why: Loops in loops that the compiler is told to unroll a million times.

__kernel void map(__global float *out, __global const float *a) {
  float x = a[get_global_id(0)];
#pragma unroll 1024
  for (int i = 0; i < 1024; i++)
#pragma unroll 1024
    for (int j = 0; j < 1024; j++) x = x * 1.5f + j;
  out[get_global_id(0)] = x;
}
