// A load that is multiplied by zero afterwards still happened.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range(1,1)
// out: out 2 3 4 0

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  out[i] = a[i + 1] * (i < 3); // expect: out-of-bounds array=a index=4
}
