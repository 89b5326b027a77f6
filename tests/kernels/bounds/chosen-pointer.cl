// A pointer chosen at run time between two arrays keeps each one's bounds.
// launch: global 4 local 4
// arg: out int[4]
// arg: small const int[1]=range
// arg: large const int[8]=range(10,1)

__kernel void test(__global int *out, __global const int *small, __global const int *large) {
  size_t i = get_global_id(0);
  __global const int *from = i % 2 == 0 ? large : small;
  out[i] = from[i]; // expect: out-of-bounds array=small index=1
}
