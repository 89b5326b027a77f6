// A function of the group orders no memory.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int tile[4];
  int l = get_local_id(0);
  tile[l] = l;
  int sum = work_group_reduce_add(l);
  out[l] = sum + tile[3 - l];  // expect: data-race array=tile other-line=-2
}
