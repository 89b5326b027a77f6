// Work-items take turns by their ids: in the order of their ids nobody has to wait.
// launch: global 8 local 4
// arg: out int[8]
// limits: steps 100000

__kernel void test(__global int *out) {
  __local int turn;
  int l = get_local_id(0);
  if (l == 0) turn = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_or(&turn, 0) != l) // expect: deadlock array=turn
    ;
  out[get_global_id(0)] = l;
  atomic_inc(&turn);
}
