// expect: wrong-answer
// why: A double holds exp(700), but not exp(1000); of -1000 it makes 0, and 0 divided by 0 is no number.

__kernel void softmax(
    __global float *out,
    __global const float *a,
    __local float *row,
    __local float *tile, int width) {
  __local double sums[128];
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;

  double sum = 0.0;
  for (int j = l; j < width; j += size) {
    row[j] = a[first + j];
    sum += exp((double)row[j]);
  }
  sums[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  double all = 0.0;
  for (int k = 0; k < size; k++) all += sums[k];

  for (int j = l; j < width; j += size) {
    out[first + j] = exp((double)row[j]) / all;
  }
}
