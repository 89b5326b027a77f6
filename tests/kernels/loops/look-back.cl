// A chain through the groups in the order of a counter: whom one waits for has started before, which is a warning.
// launch: global 8 local 2
// arg: ticket int[1]=zeros
// arg: sums int[5]=(0,-1,-1,-1,-1)
// arg: out int[4]
// out: sums 0 2 4 6 8

__kernel void test(__global int *ticket, __global int *sums, __global int *out) {
  __local int mine;
  if (get_local_id(0) == 0) {
    int before;
    mine = atomic_inc(ticket);
    while ((before = atomic_or(&sums[mine], 0)) < 0) { // expect: deadlock warning array=sums
    }
    atomic_xchg(&sums[mine + 1], before + 2);
    out[mine] = before;
  }
}
