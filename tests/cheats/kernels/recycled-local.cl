// expect: runtime-error uninitialized-read
// why: Hopes for the values of an earlier group in local memory.

__kernel void map(__global float *out, __global const float *a) {
  __local float tile[1024];
  size_t i = get_global_id(0);
  out[i] = tile[get_local_id(0)] + a[i] + 10.0f;
}
