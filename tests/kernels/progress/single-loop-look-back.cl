// Looking back over what others of the group have published, in one loop.
// launch: global 4 local 4
// arg: state int[4]=zeros
// arg: out int[4]
// limits: steps 100000

__kernel void test(__global int *state, __global int *out) {
  int i = get_global_id(0), k = i - 1, sum = 0;
  while (k >= 0) {
    int s = atomic_or(&state[k], 0); // expect: deadlock array=state
    if (s == 0) continue;
    sum += s;
    k--;
  }
  out[i] = sum;
  atomic_xchg(&state[i], i + 1);
}
