// A load whose value nobody uses counts: a finding is about the source.
// launch: global 4 local 4
// arg: output int out 4
// arg: input int a 4

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  int unused = a[i + 1]; // expect: out-of-bounds array=a index=4
  out[i] = 1;
}
