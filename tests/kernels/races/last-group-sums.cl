// The last group to arrive sums up what all have written, with fences and an atomic counter.
// launch: global 8 local 4
// arg: partial int[2]=zeros
// arg: arrived uint[1]=zeros
// arg: out int[1]
// out: out 28

__kernel void test(__global volatile int *partial, __global uint *arrived, __global int *out) {
  __local int tile[4];
  __local uint last;
  size_t l = get_local_id(0);
  tile[l] = (int)get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    partial[get_group_id(0)] = tile[0] + tile[1] + tile[2] + tile[3];
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    last = atomic_inc(arrived) == get_num_groups(0) - 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0 && last) {
    int sum = 0;
    for (int g = 0; g < 2; g++)
      sum += partial[g]; // expect: data-race cause=other-group other-line=-8
    out[0] = sum;
  }
}
