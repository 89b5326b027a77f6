#include "index.h"

__kernel void conv1d(__global T *out, __global const T *input, __global const T *kernel_taps) {
  const int i = INDEX;
  T sum = 0;
  if (i >= input_size) return;
  for (int j = 0; j < conv_size && i + j < input_size; j++) sum += input[i + j] * kernel_taps[j];
  out[i] = sum;
}
