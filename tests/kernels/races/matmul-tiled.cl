// A tiled product of matrices with both barriers.
// launch: global 4,4 local 2,2
// arg: out float[16]
// arg: a const float[16]=range
// arg: b const float[16]=range
// expect: clean
// out: out 56 62 68 74 152 174 196 218 248 286 324 362 344 398 452 506

__kernel void test(__global float *out, __global const float *a, __global const float *b) {
  __local float ta[2][2], tb[2][2];
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0), ly = get_local_id(1);
  float sum = 0.0f;
  for (int t = 0; t < 4; t += 2) {
    ta[ly][lx] = a[y * 4 + t + lx];
    tb[ly][lx] = b[(t + ly) * 4 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 2; k++) sum += ta[ly][k] * tb[k][lx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[y * 4 + x] = sum;
}
