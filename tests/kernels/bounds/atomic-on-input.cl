// An atomic update of an input is a write.
// launch: global 1 local 1
// arg: out int[1]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  out[0] = atomic_add((__global int *)&a[2], 1); // expect: read-only-write array=a index=2
}
