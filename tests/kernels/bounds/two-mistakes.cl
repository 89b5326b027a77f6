// Two mistakes in two lines are two findings.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=range

__kernel void test(__global int *out, __global const int *a) {
  int i = get_global_id(0);
  int left = a[i - 1]; // expect: out-of-bounds array=a index=-1
  int right = a[i + 1]; // expect: out-of-bounds array=a index=4
  out[i] = left + right;
}
