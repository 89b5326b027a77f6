// Sum and squares in one pass, both of the distances to the row's first element. These are small,
// so that nothing is lost when one is taken from the other.

float group_sum(__local float *tile, int l, float value) {
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int count = get_local_size(0); count > 1; count = (count + 1) / 2) {
    int upper = (count + 1) / 2;
    if (l + upper < count) tile[l] += tile[l + upper];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return tile[0];
}

__kernel void layernorm_linear(__global float *out, __global const float *x,
                               __global const float *scale, __global const float *shift,
                               __global const float *weights, __global const float *bias,
                               __local float *row, __local float *tile, int width, int m) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;
  for (int j = l; j < width; j += size) row[j] = x[first + j];
  barrier(CLK_LOCAL_MEM_FENCE);
  float origin = row[0];
  float sum = 0.0f, squares = 0.0f;
  for (int j = l; j < width; j += size) {
    float apart = row[j] - origin;
    sum += apart;
    squares += apart * apart;
  }
  sum = group_sum(tile, l, sum) / width;
  float variance = fmax(group_sum(tile, l, squares) / width - sum * sum, 0.0f);
  float mean = origin + sum;
  float factor = rsqrt(variance + 1e-5f);
  for (int j = l; j < width; j += size) {
    row[j] = (row[j] - mean) * factor * scale[j] + shift[j];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = l; o < m; o += size) {
    float result = bias[o];
    for (int j = 0; j < width; j++) result += row[j] * weights[j * m + o];
    out[get_group_id(0) * m + o] = result;
  }
}
