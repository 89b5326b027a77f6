// Everybody writes the same value: a warning.
// launch: global 4 local 4
// arg: out int[4]
// out: out 7 7 7 7

__kernel void test(__global int *out) {
  __local int shared;
  size_t l = get_local_id(0);
  shared = 7; // expect: data-race cause=same-index warning array=shared
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = shared;
}
