// What lies in memory from the turn before is not to blame for what is unset in this one.
// launch: global 1 local 1
// arg: out int[2]
// arg: n int=2

__kernel void test(__global int *out, int n) {
  int never;
  for (int k = 0; k < n; k++) {
    int box[2];
    if (k == 0) box[0] = never;
    if (k == 0) box[1] = 0;
    int v = box[k]; // expect: uninitialized-read array=box index=1
    if (k == 1) out[0] = v;
  }
  out[1] = 0;
}
