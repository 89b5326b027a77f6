// An unset value that is stored into an output is one mistake, not another when it is read back.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  int unset;
  out[l] = unset; // expect: uninitialized-read array=unset
  if (out[l] > 3) out[l] = 1;
}
