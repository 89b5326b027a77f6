// A load whose value nobody uses counts: a finding is about the source.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  int unused = a[i + 1]; // expect: out-of-bounds array=a index=4
  out[i] = 1;
}
