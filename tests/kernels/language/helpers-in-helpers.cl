// Helpers that call helpers, with pointers to each address space.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range(1,1)
// arg: tile local int[4]
// expect: clean
// out: out 46 37 28 19

__constant int factors[2] = {2, 10};

int scaled(__global const int *p, int i) {
  return p[i] * factors[0];
}

int combined(__global const int *p, __local const int *tile, int i) {
  int own[2] = {scaled(p, i), tile[3 - i]};
  return own[0] / 2 + own[1] / 2 * factors[1] + (own[0] - own[0]);
}

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  int l = get_local_id(0);
  tile[l] = scaled(a, l);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = combined(a, tile, l) + 5 * (l == l) + tile[l] - tile[l];
}
