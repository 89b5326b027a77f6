// Pointers to local rows kept in a private array.
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 12 21

__kernel void test(__global int *out) {
  __local int first[2], second[2];
  int l = get_local_id(0);
  __local int *rows[2] = {first, second};
  rows[l][0] = l + 1;
  rows[l][1] = 10;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = rows[1 - l][0] + rows[l][1] + (l == 1 ? 10 : 0);
}
