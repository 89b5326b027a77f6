// Same values in all elements but one.
// launch: global 2 local 2
// arg: out int[8]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  for (int k = 0; k < 8; k++)
    out[k] = k < 7 ? k : k + l; // expect: data-race cause=same-index array=out
}
