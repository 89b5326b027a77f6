// A whole struct is read from behind the end of a row.
// launch: global 1 local 1
// arg: out int[1]
// arg: k int=2

struct point {
  int x, y, z;
};

__kernel void test(__global int *out, int k) {
  struct point grid[2][2] = {{{1, 2, 3}, {4, 5, 6}}, {{7, 8, 9}, {1, 2, 3}}};
  struct point p = grid[0][k]; // expect: out-of-bounds array=grid index=2
  out[0] = p.x;
}
