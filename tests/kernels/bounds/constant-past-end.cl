// A program-scope __constant table has an end.
// launch: global 5 local 5
// arg: out int[5]

__constant int table[4] = {10, 20, 30, 40};

__kernel void test(__global int *out) {
  size_t i = get_global_id(0);
  out[i] = table[i]; // expect: out-of-bounds array=table index=4
}
