// Reading a neighbour's tile element without a barrier.
// launch: global 8 local 4
// arg: out int[8]

__kernel void test(__global int *out) {
  __local int tile[4];
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  tile[l] = (int)i;
  out[i] = tile[(l + 1) % 4]; // expect: data-race cause=no-barrier other-line=-1 // may: uninitialized-read
}
