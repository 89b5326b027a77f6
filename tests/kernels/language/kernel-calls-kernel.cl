// A kernel may be called like a function.
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 1 2

__kernel void inner(__global int *out, int add) {
  out[get_global_id(0)] = (int)get_global_id(0) + add;
}

__kernel void test(__global int *out) {
  inner(out, 1);
}
