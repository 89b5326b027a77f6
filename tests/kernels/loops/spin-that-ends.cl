// Loops that look like waiting but end by themselves, or find what they wait for.
// launch: global 4 local 4
// arg: flag int[6]=zeros
// arg: out int[4]
// expect: clean
// out: out 5002 5002 5002 5002

__kernel void test(__global int *flag, __global int *out) {
  __local int turn, done;
  int l = get_local_id(0), tries = 0, ended = 0;
  if (l == 0) turn = done = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_or(&flag[1], 0) == 0 && tries < 5000) tries++;
  for (int k = 0; k < 3000; k++) {
    while (atomic_or(&flag[0], 0) != 0) {
    }
  }
  while (atomic_add(&done, 0) == 0) { // each writes it itself
    if (++ended == 1) atomic_xchg(&done, 1);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  while (atomic_inc(&turn) < 4000) {
  }
  for (int waiting = 1; waiting;) {
    if (atomic_cmpxchg(&flag[2 + l], 0, 1) == 0) {
      tries++;
      atomic_xchg(&flag[2 + l], 0);
      waiting = 0;
    }
  }
  out[l] = tries + 1;
}
