// A lane that nobody chose is no lane out of bounds, too.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int which[4];
  const size_t l = get_local_id(0);
  int4 v = (int4)(1, 2, 3, 4);
  if (l > 0) which[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = v[which[l]]; // expect: uninitialized-read array=which
}
