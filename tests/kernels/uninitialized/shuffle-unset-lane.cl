// Shuffles that choose a lane that was not set: by the mask, or through it.
// launch: global 4 local 4
// arg: out int[4]
// arg: other int[4]

__kernel void test(__global int *out, __global int *other) {
  const size_t i = get_global_id(0);
  int4 v;
  uint4 mask;
  v.y = 7;
  mask.x = 1;
  out[i] = shuffle(v, (uint4)(1, 2, 1, 1)).y;            // expect: uninitialized-read
  other[i] = shuffle((int4)(1, 2, 3, 4), mask).y;        // expect: uninitialized-read
}
