// expect: wrong-answer
// why: Prints bytes that are no UTF-8, an escape in two halves and a NUL.

__kernel void map(__global float *out, __global const float *a) {
  printf("\xff\xfe\xc0\x80\xe2\x80");
  printf("\xae \x1b");
  printf("[2J %c\n", 0);
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
