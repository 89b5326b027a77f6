// A read past the end is reported though the write is guarded.
// launch: global 8 local 4
// arg: out int[5]
// arg: a const int[5]=range
// out: out 0 1 2 3 4

__kernel void test(__global int *out, __global const int *a) {
  size_t i = get_global_id(0);
  int v = a[i]; // expect: out-of-bounds array=a index=5
  if (i < 5) out[i] = v;
}
