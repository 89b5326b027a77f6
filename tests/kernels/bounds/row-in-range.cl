// All elements of all rows, by subscripts and by a pointer from the first on.
// launch: global 4,4 local 4,4
// arg: out int[16]
// arg: four int=4
// expect: clean
// out: out 12 24 36 48 12 24 36 48 12 24 36 48 12 24 36 48

__kernel void test(__global int *out, int four) {
  __local int tile[4][4];
  int x = get_local_id(0), y = get_local_id(1), sum = 0;
  tile[y][x] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  __local int *flat = &tile[0][0];
  for (int i = 0; i < four * 4; i++) sum += flat[i] == x;
  for (__local int *p = tile[y]; p < &tile[y][four]; p++) sum += *p == x;
  __local int *row = tile[y];
  __local int *end = &tile[y][four];
  sum += end[-1 - 3 + x] == x ? 2 : 0;
  sum += row[x] == x ? 2 : 0;
  sum += tile[y][x] == x ? 3 : 0;
  out[y * 4 + x] = sum * (x + 1);
}
