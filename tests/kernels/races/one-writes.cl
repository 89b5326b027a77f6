// One work-item writes, a barrier, all read.
// launch: global 8 local 4
// arg: out int[8]
// expect: clean
// out: out 0 0 0 0 1 1 1 1

__kernel void test(__global int *out) {
  __local int shared;
  size_t l = get_local_id(0);
  if (l == 0) shared = (int)get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = shared;
}
