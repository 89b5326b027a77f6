// Values that agree in their first byte only are different values.
// launch: global 2 local 2
// arg: out int[1]

__kernel void test(__global int *out) {
  out[0] = 5 + 256 * (int)get_global_id(0); // expect: data-race cause=same-index array=out
}
