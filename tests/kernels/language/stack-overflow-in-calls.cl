// Calls in calls whose variables, all together, are more than a work-item has.
// launch: global 4 local 4
// arg: out int[4]
// arg: n int=3
// emulator-only: other devices may have more

int inner(int n) {
  int most[1 << 16]; // expect: stack-overflow array=most
  most[n] = n;
  return most[n];
}

int outer(int n) {
  int more[1 << 15], again[1 << 15];
  more[n] = again[n] = inner(n);
  return more[n] + again[n];
}

__kernel void test(__global int *out, int n) {
  int few[100];
  few[n] = outer(n);
  out[get_global_id(0)] = few[n];
}
