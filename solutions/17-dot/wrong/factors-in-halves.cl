// expect: wrong-answer
// why: A half has 11 binary digits, and rounds many of the numbers before they are multiplied.

float in_half(float number) {
  ushort bits;
  vstore_half(number, 0, (half *)&bits);
  return vload_half(0, (half *)&bits);
}

__kernel void dot_product(
    __global float *out,
    __global const float *a,
    __global const float *b,
    __local float *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  tile[l] = i < n ? in_half(a[i]) * in_half(b[i]) : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (size_t count = size; count > 1;) {
    size_t upper = (count + 1) / 2;
    if (l + upper < count) {
      tile[l] += tile[l + upper];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    count = upper;
  }

  if (l == 0) {
    out[get_group_id(0)] = tile[0];
  }
}
