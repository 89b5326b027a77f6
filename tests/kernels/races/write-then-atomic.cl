// A plain initialisation and atomics without a barrier between them.
// launch: global 4 local 4
// arg: out int[1]

__kernel void test(__global int *out) {
  __local int count;
  int l = get_local_id(0);
  if (l == 0) count = 0;
  atomic_inc(&count); // expect: data-race other-line=-1 array=count // may: uninitialized-read
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[0] = count; // may: uninitialized-read
}
