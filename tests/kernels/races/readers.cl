// Any number may read one element.
// launch: global 64 local 16
// arg: out int[64]
// arg: a const int[1]=(5)
// expect: clean

__kernel void test(__global int *out, __global const int *a) {
  out[get_global_id(0)] = a[0];
}
