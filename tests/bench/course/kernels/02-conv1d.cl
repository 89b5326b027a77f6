#define TAPS 8
#define GROUP 256

__kernel void conv1d(__global float *out, __global const float *a, __global const float *b,
                     const uint n) {
  __local float tile[GROUP + TAPS - 1];
  __local float taps[TAPS];
  const size_t i = get_global_id(0);
  const size_t l = get_local_id(0);
  tile[l] = i < n ? a[i] : 0.0f;
  if (l < TAPS - 1) tile[l + GROUP] = i + GROUP < n ? a[i + GROUP] : 0.0f;
  if (l < TAPS) taps[l] = b[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (uint j = 0; j < TAPS; j++) sum += tile[l + j] * taps[j];
  if (i < n) out[i] = sum;
}
