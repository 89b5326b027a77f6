// Reading constant tables, of scalars and of vectors, is fine.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 11 22 33 44

__constant int table[4] = {10, 20, 30, 40};
__constant int4 ones = (int4)(1, 2, 3, 4);

__kernel void test(__global int *out) {
  size_t i = get_global_id(0);
  int lane[4] = {ones.x, ones.y, ones.z, ones.w};
  out[i] = table[i] + lane[i];
}
