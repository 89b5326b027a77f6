// A barrier of scope sub-group stops all, and makes nothing visible to other sub-groups.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t l = get_local_id(0), next = (l + 1) % 4;
  tile[l] = (int)l;
  work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
  out[l] = tile[next]; // expect: data-race cause=fence other-line=-2
}
