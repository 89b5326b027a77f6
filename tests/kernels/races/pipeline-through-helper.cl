// Reads and writes of a race in two helper functions.
// launch: global 4 local 4
// arg: out int[4]
// arg: tile local int[4]

void put(__local int *tile, int l, int v) {
  tile[l] = v;
}

int get(__local const int *tile, int l) {
  return tile[l]; // expect: data-race other-line=-4 // may: uninitialized-read
}

__kernel void test(__global int *out, __local int *tile) {
  int l = get_local_id(0);
  put(tile, l, l);
  out[l] = get(tile, 3 - l);
}
