// A counter is read plainly while others still count.
// launch: global 4 local 4
// arg: x int[1]=zeros
// arg: out int[4]

__kernel void test(__global int *x, __global int *out) {
  size_t i = get_global_id(0);
  atomic_inc(x);
  out[i] = *x; // expect: data-race array=x other-line=-1
}
