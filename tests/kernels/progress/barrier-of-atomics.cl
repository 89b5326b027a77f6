// A barrier made of a counter and a sense: all but the last wait.
// launch: global 4 local 4
// arg: out int[4]
// limits: steps 100000

__kernel void test(__global int *out) {
  __local int count, sense;
  int l = get_local_id(0), mine = 1;
  if (l == 0) count = sense = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (atomic_inc(&count) == 3) {
    atomic_xchg(&count, 0);
    atomic_xchg(&sense, mine);
  } else {
    while (atomic_or(&sense, 0) != mine) { // expect: deadlock array=sense
    }
  }
  out[l] = mine;
}
