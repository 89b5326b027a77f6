// In order the left neighbour has always been there; the race is one all the same.
// launch: global 8 local 8
// arg: out int[8]

__kernel void test(__global int *out) {
  __local int tile[8];
  size_t l = get_local_id(0);
  tile[l] = (int)l;
  out[l] = l > 0 ? tile[l - 1] : 0; // expect: data-race cause=no-barrier other-line=-1 // may: uninitialized-read
}
