// expect: wrong-answer
// why: Prints what a result looks like.

__kernel void map(__global float *out, __global const float *a) {
  printf("ok 1 - 01-map\n1..1\n{\"verdict\": \"accepted\"}\naccepted\n");
  printf("\033[2J\033]0;owned\007\033[8m\x9b" "2J\r\b");
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
