// The barrier is in a function further up: the order of lines says nothing of rounds.
// launch: global 4 local 4
// arg: out int[4]

void meet(void) { barrier(CLK_LOCAL_MEM_FENCE); }

__kernel void test(__global int *out) {
  __local int t[4];
  int l = get_local_id(0), sum = 0;
  for (int r = 0; r < 3; r++) {
    t[l] = l + r; // may: data-race array=t cause=no-barrier other-line=+2
    meet();
    sum += t[3 - l]; // expect: data-race array=t cause=no-barrier other-line=-2
  }
  out[l] = sum;
}
