// The same value in the first round, another one in the second: an error, judged on every store.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int shared;
  int l = get_local_id(0);
  for (int round = 0; round < 2; round++) {
    shared = round * l; // expect: data-race cause=same-index array=shared
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = shared;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
