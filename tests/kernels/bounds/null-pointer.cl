// A null pointer argument may be passed and compared, not followed.
// launch: global 2 local 2
// arg: out int[2]
// arg: p null

__kernel void test(__global int *out, __global const int *p) {
  size_t i = get_global_id(0);
  out[i] = p == 0;
  if (i == 1) out[i] = p[0]; // expect: null-pointer
}
