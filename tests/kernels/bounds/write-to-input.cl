// A write through a cast-away const is reported and not carried out.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range
// out: out 0 1 2 3

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  out[i] = a[i];
  ((__global int *)a)[i] = 9; // expect: read-only-write array=a
}
