// A division that asks first.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=(0,1,2,4)
// expect: clean
// out: out -1 8 4 2

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  out[i] = a[i] != 0 ? 8 / a[i] : -1;
}
