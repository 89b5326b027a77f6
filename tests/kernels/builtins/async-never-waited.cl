// A copy that nobody waits for.
// launch: global 4 local 4
// arg: a const int[4]=range
// arg: tile local int[4]

__kernel void test(__global const int *a, __local int *tile) {
  async_work_group_copy(tile, a, 4, 0); // expect: async-copy-misuse
}
