// An atomic on an element behind a row's end.
// launch: global 4 local 4
// arg: out int[1]

__kernel void test(__global int *out) {
  __local int counts[2][2];
  int l = get_local_id(0);
  counts[l / 2][l % 2] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&counts[0][l]); // expect: out-of-bounds array=counts index=2
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[0] = counts[0][0];
}
