// A row of a constant table.
// launch: global 2 local 2
// arg: out int[2]

__constant int table[2][3] = {{1, 2, 3}, {4, 5, 6}};

__kernel void test(__global int *out) {
  size_t i = get_global_id(0);
  out[i] = table[0][2 + i]; // expect: out-of-bounds array=table index=3
}
