// Two work-items write different values to one local element.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int shared;
  size_t l = get_local_id(0);
  shared = (int)l; // expect: data-race cause=same-index array=shared
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = shared;
}
