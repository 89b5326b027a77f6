// Shuffles that choose only lanes that were set, by a mask that is a constant and by one that is not.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const uint[4]=range
// out: out 7 7 9 7
// expect: clean

__kernel void test(__global int *out, __global const uint *a) {
  const uint i = a[get_global_id(0)];
  int4 v, w;
  v.y = 7;
  w.z = 9;
  const int4 twice = shuffle(v, (uint4)(1, 5, 1, 1));
  const int2 both = shuffle2(v, w, (uint2)(1, i == 2 ? 6 : 1));
  out[i] = twice.x == 7 && twice.y == 7 ? both.y : 0;
}
