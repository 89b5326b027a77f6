// The same, one past the end of the row that was picked.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  __local int first[2], second[2];
  int l = get_local_id(0);
  __local int *rows[2] = {first, second};
  first[l] = second[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = rows[l][l + 1]; // expect: out-of-bounds array=second index=2
}
