// Reading back what one wrote to an output is fine.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range
// expect: clean
// out: out 1 2 3 4

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  out[i] = a[i];
  out[i] += 1;
}
