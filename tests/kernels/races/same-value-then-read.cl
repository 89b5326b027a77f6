// The same value written by all, and read before a barrier: the read races, whatever the value.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int shared;
  int l = get_local_id(0);
  shared = 7;      // may: data-race cause=no-barrier warning array=shared
  out[l] = shared; // expect: data-race cause=no-barrier array=shared other-line=-1
}
