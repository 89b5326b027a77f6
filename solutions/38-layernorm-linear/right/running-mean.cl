// Everybody goes over the whole row and keeps a running mean and the squares around it (Welford's
// way): one pass, no reduction, one barrier.

__kernel void layernorm_linear(__global float *out, __global const float *x,
                               __global const float *scale, __global const float *shift,
                               __global const float *weights, __global const float *bias,
                               __local float *row, __local float *tile, int width, int m) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;
  for (int j = l; j < width; j += size) row[j] = x[first + j];
  barrier(CLK_LOCAL_MEM_FENCE);
  float mean = 0.0f, squares = 0.0f;
  for (int j = 0; j < width; j++) {
    float apart = row[j] - mean;
    mean += apart / (j + 1);
    squares += apart * (row[j] - mean);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float factor = 1.0f / sqrt(squares / width + 1e-5f);
  for (int j = l; j < width; j += size)
    row[j] = (row[j] - mean) * factor * scale[j] + shift[j];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = l; o < m; o += size) {
    float result = bias[o];
    for (int j = 0; j < width; j++) result += row[j] * weights[j * m + o];
    out[get_group_id(0) * m + o] = result;
  }
}
