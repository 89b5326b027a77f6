// Case ranges and goto.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 2 2 3 9
__kernel void test(__global int *out) {
  int i = get_global_id(0), r;
  switch (i) { case 0 ... 1: r = 2; break; case 2: r = 3; goto end; default: r = 9; }
end:
  out[i] = r;
}
