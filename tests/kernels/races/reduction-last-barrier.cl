// Without the barrier after the last step, reading tile[1] races; tile[0] is one's own.
// launch: global 4 local 4
// arg: out int[1]
// arg: a const int[4]=range
// arg: tile local int[4]
// expect: clean
// out: out 6

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  tile[l] = a[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 2) tile[l] += tile[l + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[0] = tile[0] + tile[1];
}
