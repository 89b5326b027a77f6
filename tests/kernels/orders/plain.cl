// A reduction by barriers alone, with something printed: no order matters.
// launch: global 16 local 8
// arg: a const float[16]=range(0,1)
// arg: out float[2]
// out: out 28 92
// order: proven
// expect: clean

__kernel void test(__global const float *a, __global float *out) {
  __local float part[8];
  size_t l = get_local_id(0);
  part[l] = a[get_global_id(0)];
  for (size_t step = 4; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step) part[l] += part[l + step];
  }
  if (l == 0) printf("%f\n", part[0]);
  if (l == 0) out[get_group_id(0)] = part[0];
}
