// A private array indexed by the work-item's own numbers.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 3 2 1 0

__kernel void test(__global int *out) {
  int own[4];
  int i = get_global_id(0);
  for (int j = 0; j < 4; j++) own[j] = 3 - j;
  out[i] = own[i];
}
