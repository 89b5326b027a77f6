// Counting in local memory first, then one atomic a bin and group.
// launch: global 16 local 8
// arg: a const int[16]=(0,1,2,3,0,1,2,3,3,2,1,0,0,0,1,1)
// arg: bins uint[4]=zeros
// arg: tile local uint[4]
// expect: clean
// out: bins 5 5 3 3

__kernel void test(__global const int *a, __global uint *bins, __local uint *tile) {
  size_t l = get_local_id(0);
  if (l < 4) tile[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&tile[a[get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 4) atomic_add(&bins[l], tile[l]);
}
