// The last group fills its tile in part and sums all of it.
// launch: global 8 local 4
// arg: out int[2]
// arg: a const int[6]=range
// arg: tile local int[4]
// arg: n uint=6

__kernel void test(__global int *out, __global const int *a, __local int *tile, uint n) {
  size_t i = get_global_id(0), l = get_local_id(0);
  if (i < n) tile[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0;
    for (int j = 0; j < 4; j++) sum += tile[j]; // expect: uninitialized-read array=tile
    out[get_group_id(0)] = sum;
  }
}
