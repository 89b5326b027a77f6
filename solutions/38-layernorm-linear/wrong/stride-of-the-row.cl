// expect: runtime-error out-of-bounds
// why: A row of the weights has m elements, not width.

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
  float sum = 0.0f;
  for (int j = l; j < width; j += size) {
    row[j] = x[first + j];
    sum += row[j];
  }
  float mean = group_sum(tile, l, sum) / width;
  float squares = 0.0f;
  for (int j = l; j < width; j += size) squares += (row[j] - mean) * (row[j] - mean);
  float variance = group_sum(tile, l, squares) / width;
  float factor = rsqrt(variance + 1e-5f);
  for (int j = l; j < width; j += size) {
    row[j] = (row[j] - mean) * factor * scale[j] + shift[j];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = l; o < m; o += size) {
    float result = bias[o];
    for (int j = 0; j < width; j++) result += row[j] * weights[j * width + o];
    out[get_group_id(0) * m + o] = result;
  }
}
