// A copy that nobody waits for.
// launch: global 4 local 4
// arg: input int a 4
// arg: local int tile 4

__kernel void test(__global const int *a, __local int *tile) {
  async_work_group_copy(tile, a, 4, 0); // expect: async-copy-misuse
}
