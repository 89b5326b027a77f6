// For each output the whole group works together: everybody multiplies its part of the row, which
// stays its own, and a reduction adds up.

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
  for (int j = l; j < width; j += size) {
    float apart = row[j] - mean;
    squares += apart * apart;
  }
  float variance = group_sum(tile, l, squares) / width;
  float factor = rsqrt(variance + 1e-5f);
  for (int j = l; j < width; j += size) {
    row[j] = (row[j] - mean) * factor * scale[j] + shift[j];
  }
  for (int o = 0; o < m; o++) {
    float part = 0.0f;
    for (int j = l; j < width; j += size) part += row[j] * weights[j * m + o];
    part = group_sum(tile, l, part);
    if (l == 0) out[get_group_id(0) * m + o] = part + bias[o];
  }
}
