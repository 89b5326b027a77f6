// A parameter that gets no argument.
// launch: global 4 local 4
// arg: out int[4]
// expect: invalid-argument

__kernel void test(__global int *out, int n) {
  out[get_global_id(0)] = n;
}
