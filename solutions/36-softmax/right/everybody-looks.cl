// The row in local memory, one barrier, and no tree: each work-item looks through the whole row by
// itself.

__kernel void softmax(__global float *out, __global const float *a, __local float *row,
                      __local float *tile, int width) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;
  for (int j = l; j < width; j += size) row[j] = a[first + j];
  barrier(CLK_LOCAL_MEM_FENCE);
  float largest = row[0];
  for (int j = 1; j < width; j++) largest = fmax(largest, row[j]);
  float sum = 0.0f;
  for (int j = 0; j < width; j++) sum += exp(row[j] - largest);
  for (int j = l; j < width; j += size) out[first + j] = exp(row[j] - largest) / sum;
}
