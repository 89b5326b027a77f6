// Conditions that are known beforehand: what is left is checked, what is not is not.
// launch: global 1 local 1
// arg: out int[1]
// arg: a const int[1]=range
__kernel void test(__global int *out, __global const int *a) {
  out[0] = 0;
  if (sizeof(int) == 4) out[0] = a[1]; // expect: out-of-bounds array=a index=1
  if (sizeof(int) == 8) out[0] = a[2];
  out[0] += sizeof(a[5]);
}
