// A choice between values that are there is a select: `?:`, && and || as values, an `if` that only sets variables.
// launch: global 32 local 32
// arg: a const int[32]=range
// arg: out int[32]
// expect: clean
// counts: 32 branches 0 divergent_branches 0
// counts: 8 branches 0 divergent_branches 0
__kernel void test(__global const int *a, __global int *out) {
  int i = get_global_id(0), v = a[i], w = 3 * v, most = 9;
  int n = i < 7 ? v : w;
  int both = i > 3 && v < 20;
  int any = i == 1 || v == 8 || w == 9;
  int nested = i < 4 ? v : i < 9 ? w + 1 : i < 16 ? w - v : most;
  if (v > most) most = v;
  if (i % 2 == 0) {
    n += v;
    most = n * 2;
  } else {
    n -= w;
  }
  out[i] = n + both + any + nested + most;
}
