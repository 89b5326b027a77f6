// Adds scalar to each of the size elements of data.
__kernel void scalar_add(
    __global float *data,
    uint size,
    float scalar) {
  size_t i = get_global_id(0);

  if (i < size) {
    data[i] += scalar;
  }
}
