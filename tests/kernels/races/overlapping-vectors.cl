// vstore4 at every element: neighbours' vectors overlap.
// launch: global 4 local 4
// arg: out int[7]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  vstore4((int4)(i), 0, out + i); // expect: data-race array=out
}
