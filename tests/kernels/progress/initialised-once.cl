// Whoever comes first sets up, the others wait until that is done.
// launch: global 4 local 4
// arg: state int[1]=zeros
// arg: table int[1]=zeros
// arg: out int[4]

__kernel void test(__global int *state, __global int *table, __global int *out) {
  while (atomic_or(state, 0) != 2) { // expect: deadlock array=state
    if (atomic_cmpxchg(state, 0, 1) == 0) { // may: deadlock array=state
      atomic_xchg(table, 7);
      atomic_xchg(state, 2);
    }
  }
  out[get_global_id(0)] = atomic_or(table, 0);
}
