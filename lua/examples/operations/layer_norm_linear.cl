// A group of GROUP work-items for each row.
#define GROUP 16

// The sum of what the work-items of the group have: all of them get it.
float sum_of_group(float mine, __local float *part) {
  int l = get_local_id(0);
  part[l] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = GROUP / 2; step > 0; step /= 2) {
    if (l < step) part[l] += part[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float sum = part[0];
  // All have read before part is written again.
  barrier(CLK_LOCAL_MEM_FENCE);
  return sum;
}

__kernel void layer_norm_linear(__global float *out, __global float *normal, __global float *scale,
                                __global const float *x, __global const float *gamma,
                                __global const float *beta, __global const float *weight,
                                __global const float *bias, int width, int outputs) {
  __local float part[GROUP];
  int row = get_group_id(0), l = get_local_id(0);
  float sum = 0.0f, squares = 0.0f;
  for (int i = l; i < width; i += GROUP) sum += x[row * width + i];
  float mean = sum_of_group(sum, part) / width;
  for (int i = l; i < width; i += GROUP) {
    float from_mean = x[row * width + i] - mean;
    squares += from_mean * from_mean;
  }
  float row_scale = rsqrt(sum_of_group(squares, part) / width + 1e-5f);
  for (int i = l; i < width; i += GROUP)
    normal[row * width + i] = (x[row * width + i] - mean) * row_scale;
  if (l == 0) scale[row] = row_scale;
  // From here on work-items read what others of the group have written.
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int j = l; j < outputs; j += GROUP) {
    float product = bias[j];
    for (int i = 0; i < width; i++)
      product += (normal[row * width + i] * gamma[i] + beta[i]) * weight[j * width + i];
    out[row * outputs + j] = product;
  }
}

// A number that is added to all of x, or that all of x is multiplied with, leaves normal as it is.
// So the gradient of x is that of normal without its mean, and without its part along normal.
__kernel void layer_norm_linear_backward(__global float *d_x, __global float *d_affine,
                                         __global const float *d_out, __global const float *normal,
                                         __global const float *scale, __global const float *gamma,
                                         __global const float *weight, int width, int outputs) {
  __local float part[GROUP];
  int row = get_group_id(0), l = get_local_id(0);
  float sum = 0.0f, along = 0.0f;
  for (int i = l; i < width; i += GROUP) {
    float product = 0.0f;
    for (int j = 0; j < outputs; j++) product += d_out[row * outputs + j] * weight[j * width + i];
    d_affine[row * width + i] = product;
    sum += product * gamma[i];
    along += product * gamma[i] * normal[row * width + i];
  }
  float mean = sum_of_group(sum, part) / width;
  float mean_along = sum_of_group(along, part) / width;
  // The same elements as above: each work-item reads its own.
  for (int i = l; i < width; i += GROUP)
    d_x[row * width + i] = scale[row] * (d_affine[row * width + i] * gamma[i] - mean -
                                         normal[row * width + i] * mean_along);
}
