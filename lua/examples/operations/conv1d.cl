#ifndef GROUP
#define GROUP 8
#endif

// Each group loads its inputs, and those after them that its last outputs need, once.
__kernel void conv1d(__global float *out, __global const float *input,
                     __global const float *weights) {
  __local float part[GROUP + conv_size - 1];
  int first = get_group_id(0) * GROUP, l = get_local_id(0), i = first + l;
  for (int k = l; k < GROUP + conv_size - 1; k += GROUP)
    part[k] = first + k < input_size ? input[first + k] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= input_size) return;
  float sum = 0.0f;
  for (int k = 0; k < conv_size; k++) sum += part[l + k] * weights[k];
  out[i] = sum;
}
