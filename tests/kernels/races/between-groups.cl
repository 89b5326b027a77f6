// Groups share global memory, and nothing orders them.
// launch: global 8 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  out[get_local_id(0)] = (int)get_global_id(0); // expect: data-race cause=same-index array=out
}
