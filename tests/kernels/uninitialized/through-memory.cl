// A value that goes through local and private memory is blamed on the variable that never had one.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int tile[4];
  int l = get_local_id(0);
  int copies[2];
  int unset;
  if (l > 1) unset = l;
  tile[l] = unset + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  copies[l & 1] = tile[3 - l];
  out[l] = copies[l & 1]; // expect: uninitialized-read array=unset other-line=-5
}
