// A kernel that asks before it follows a null pointer is fine.
// launch: global 2 local 2
// arg: out int[2]
// arg: p null
// expect: clean
// out: out 5 5

__kernel void test(__global int *out, __global const int *p) {
  size_t i = get_global_id(0);
  out[i] = p != 0 ? p[i] : 5;
}
