// An access in a helper function is reported at its own line.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range

int next_of(__global const int *p, size_t i) {
  return p[i + 1]; // expect: out-of-bounds
}

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  out[i] = next_of(a, i);
}
