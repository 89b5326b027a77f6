// An integer division by zero.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  out[i] = 12 / (i - 2); // expect: divide-by-zero
}
