// A helper that sets a variable through a pointer.
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 7 8

void set(int *p, int v) {
  *p = v;
}

__kernel void test(__global int *out) {
  int v;
  int i = get_global_id(0);
  set(&v, 7 + i);
  out[i] = v;
}
