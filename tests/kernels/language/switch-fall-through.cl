// Cases that fall through.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 111 11 1 9

__kernel void test(__global int *out) {
  int i = get_global_id(0), v = 0;
  switch (i) {
  case 0: v += 100;
  case 1: v += 10;
  case 2: v += 1; break;
  default: v = 9;
  }
  out[i] = v;
}
