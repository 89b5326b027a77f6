// A row ends where its type says for an index that comes out of memory, too.
// launch: global 4 local 4
// arg: out int[4]
// arg: where const int[4]=(0,3,5,-1)
// arg: which int[4]=(1,0,2,4)

struct item {
  int values[4];
  int sum;
};

__kernel void test(__global int *out, __global const int *where, __global int *which) {
  __local int tile[4][4];
  __local struct item items[2];
  int l = get_local_id(0);
  for (int j = 0; j < 4; j++) tile[l][j] = j;
  if (l == 0)
    for (int j = 0; j < 4; j++) items[0].values[j] = items[1].values[j] = j;
  if (l == 0) items[0].sum = items[1].sum = 6;
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = tile[1][where[l]];        // expect: out-of-bounds array=tile index=5
  sum += items[0].values[which[l]];   // expect: out-of-bounds array=items index=4
  sum += tile[1][where[l] & 3];
  sum += items[0].values[which[l] & 3];
  out[l] = sum;
}
