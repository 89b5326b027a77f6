// Each work-item takes the element that has its own number.

__kernel void map(
    __global float *out,
    __global const float *a) {
  size_t i = get_global_id(0);

  out[i] = a[i] + 10.0f;
}
