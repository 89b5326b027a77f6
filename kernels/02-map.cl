// Map. out[i] = a[i] + 10, one
// work-item for each element.

__kernel void map(
    __global float *out,
    __global const float *a) {
  size_t i = get_global_id(0);

  // Your code here (about one line).
}
