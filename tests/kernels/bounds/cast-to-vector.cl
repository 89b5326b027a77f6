// A scalar array read through a vector pointer must hold whole vectors.
// launch: global 2 local 2
// arg: output int out 2
// arg: input int a 6

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  __global const int4 *v = (__global const int4 *)a;
  int4 four = v[i]; // expect: out-of-bounds array=a
  out[i] = four.x;
}
