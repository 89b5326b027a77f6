// The same value in each round, another one in the next: a warning.
// launch: global 4 local 4
// arg: out int[4]
// out: out 1 1 1 1

__kernel void test(__global int *out) {
  __local int shared;
  int l = get_local_id(0);
  for (int round = 0; round < 2; round++) {
    shared = round; // expect: data-race cause=same-index warning array=shared
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = shared;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
