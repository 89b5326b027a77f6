// A branch on a value that nobody set.
// launch: global 2 local 2
// arg: out int[2]

__kernel void test(__global int *out) {
  __local int flag;
  size_t l = get_local_id(0);
  out[l] = 0;
  if (flag) // expect: uninitialized-read array=flag
    out[l] = 1;
}
