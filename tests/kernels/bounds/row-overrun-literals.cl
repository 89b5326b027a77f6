// A row in local and constant memory is left by a subscript of literals alone.
// launch: global 1 local 1
// arg: out int[4]

__constant int table[2][3] = {{1, 2, 3}, {4, 5, 6}};

__kernel void test(__global int *out) {
  __local int tile[4][4];
  for (int i = 0; i < 16; i++) tile[i / 4][i % 4] = i;
  out[0] = tile[0][4];       // expect: out-of-bounds array=tile index=4
  out[1] = tile[2][7];       // expect: out-of-bounds array=tile index=7
  tile[1][5] = 1;            // expect: out-of-bounds array=tile index=5
  atomic_inc(&tile[0][6]);   // expect: out-of-bounds array=tile index=6
  out[2] = table[0][3];      // expect: out-of-bounds array=table index=3
  out[3] = tile[3][3] + table[1][2] + tile[0][0];
}
