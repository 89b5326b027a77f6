// expect: runtime-error data-race
// why: Every work-item does the same four elements in a loop. The launch is the loop already, with one turn for each work-item.
// expect-line: 6

__kernel void map(__global float *out, __global const float *a) {
  for (size_t i = 0; i < 4; i++) out[i] = a[i] + 10.0f;
}
