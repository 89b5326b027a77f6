__kernel void conv1d(__global float *out, __global const float *input, __global const float *taps, int n) {
  const int i = get_global_id(0);
  float sum = 0;
  for (int j = 0; j < conv_size && i + j < n; j++) sum += input[i + j] * taps[j];
  out[i + shift] = sum;
}
