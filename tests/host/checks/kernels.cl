/* The kernels that the programs beside this file launch. */
__kernel void add(__global float *a, int n, float value) {
  int i = get_global_id(0);
  if (i < n) a[i] += value;
}

__kernel void twice(__global float *out, __global const float *a, int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = 2.0f * a[i];
}

__kernel void count(__global int *total, __global const int *a, int n) {
  int i = get_global_id(0);
  if (i < n) atomic_add(total, a[i]);
}

__kernel void rows(__global float *out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < width && y < height) out[y * width + x] = y;
}
