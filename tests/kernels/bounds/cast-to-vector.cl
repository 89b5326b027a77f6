// A scalar array read through a vector pointer must hold whole vectors.
// launch: global 2 local 2
// arg: out int[2]
// arg: a const int[6]=range

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  __global const int4 *v = (__global const int4 *)a;
  int4 four = v[i]; // expect: out-of-bounds array=a
  out[i] = four.x;
}
