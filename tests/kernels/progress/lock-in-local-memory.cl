// A spin lock in local memory: each work-item takes it at once, but on devices that run a group in lockstep nobody goes on.
// launch: global 8 local 4
// arg: out int[2]
// out: out 4 4

__kernel void test(__global int *out) {
  __local int lock, count;
  if (get_local_id(0) == 0) lock = count = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_cmpxchg(&lock, 0, 1) != 0) { // expect: deadlock array=lock index=0 other-line=+3
  }
  atomic_inc(&count);
  atomic_xchg(&lock, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[get_group_id(0)] = count;
}
