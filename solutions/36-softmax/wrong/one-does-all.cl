// expect: over-budget
// why: Right, but one work-item does the whole row, and reads it three times.

__kernel void softmax(__global float *out, __global const float *a, __local float *row,
                      __local float *tile, int width) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;
  if (l > 0) return;
  float largest = -INFINITY, sum = 0.0f;
  for (int j = 0; j < width; j++) largest = fmax(largest, a[first + j]);
  for (int j = 0; j < width; j++) sum += exp(a[first + j] - largest);
  for (int j = 0; j < width; j++) out[first + j] = exp(a[first + j] - largest) / sum;
}
