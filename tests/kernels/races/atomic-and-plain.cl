// An atomic and a plain access to one element race.
// launch: global 4 local 4
// arg: x int[1]=zeros
// arg: out int[4]

__kernel void test(__global int *x, __global int *out) {
  size_t i = get_global_id(0);
  atomic_inc(x);
  out[i] = x[0]; // expect: data-race other-line=-1
}
