// A barrier of a wider scope than the group orders its memory, too.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 1 2 3 0

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t l = get_local_id(0), next = (l + 1) % 4;
  tile[l] = (int)l;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);
  out[l] = tile[next];
}
