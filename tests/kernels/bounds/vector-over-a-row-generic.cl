// A vector leaves its row where pointers have no address space, and in a variable of the program.
// options: -cl-std=CL3.0
// launch: global 1 local 1
// arg: out float[8]
// arg: n int=1

global float grid[4][6];

kernel void test(global float *out, int n) {
  float own[3][5];
  for (int i = 0; i < 15; i++) own[i / 5][i % 5] = 1;
  float4 v = vload4(0, &grid[n][4]);    // expect: out-of-bounds array=grid index=6
  v += vload4(0, &own[n][3]);           // expect: out-of-bounds array=own index=5
  vstore4(v, 0, &grid[n][3]);           // expect: out-of-bounds array=grid index=6
  v += vload4(0, &grid[2][4]);          // expect: out-of-bounds array=grid index=6
  v += vload4(5, &grid[0][0]) + vload4(0, &grid[n][2]);
  vstore4(v, 0, out);
  vstore4(v, n, out);
}
