// The scan with two buffers needs one barrier a step.
// launch: global 8 local 8
// arg: out int[8]
// arg: a const int[8]=range
// arg: tile local int[16]
// expect: clean
// out: out 0 1 3 6 10 15 21 28

__kernel void test(__global int *out, __global const int *a, __local int *tile) {
  size_t l = get_local_id(0);
  size_t from = 0, to = 8;
  tile[l] = a[l];
  for (size_t step = 1; step < 8; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[to + l] = tile[from + l] + (l >= step ? tile[from + l - step] : 0);
    size_t other = from;
    from = to;
    to = other;
  }
  out[l] = tile[from + l];
}
