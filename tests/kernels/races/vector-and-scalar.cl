// A vector store and a scalar read of one of its lanes.
// launch: global 2 local 2
// arg: out int[2]
// arg: tile local int[4]

__kernel void test(__global int *out, __local int *tile) {
  int l = get_local_id(0);
  if (l == 0) vstore4((int4)(1, 2, 3, 4), 0, tile); // expect: data-race other-line=+1
  if (l == 1) out[0] = tile[2]; // may: uninitialized-read
  out[1] = 0; // expect: data-race warning array=out
}
