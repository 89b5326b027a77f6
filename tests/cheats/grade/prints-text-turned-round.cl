// expect: wrong-answer
// why: Prints controls that turn the direction of text, and names without width.

__kernel void map(__global float *out, __global const float *a) {
  printf("\u202edetpecca\u202c \u2066\u2069 \ufeff\u200b\n");
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
