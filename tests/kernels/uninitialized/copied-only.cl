// Copying what nobody wrote, and never using it, is fine.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 1 1 1 1

__kernel void test(__global int *out) {
  __local int tile[8];
  size_t l = get_local_id(0);
  int garbage = tile[l];
  int more = garbage;
  tile[l + 4] = more;
  out[l] = 1;
}
