// A ticket lock: everybody waits for the one before.
// launch: global 8 local 4
// arg: out int[8]

__kernel void test(__global int *out) {
  __local int next, serving;
  if (get_local_id(0) == 0) next = serving = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int mine = atomic_inc(&next);
  while (atomic_or(&serving, 0) != mine) { // expect: deadlock array=serving
  }
  out[get_global_id(0)] = mine;
  atomic_inc(&serving);
}
