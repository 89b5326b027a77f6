// Vectors that agree in all lanes but the last.
// launch: global 2 local 2
// arg: out int4[1]

__kernel void test(__global int4 *out) {
  out[0] = (int4)(1, 2, 3, get_global_id(0)); // expect: data-race cause=same-index array=out
}
