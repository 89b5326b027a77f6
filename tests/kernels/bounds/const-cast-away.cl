// Writing to an input by a pointer whose const was cast away; to an output through a const one is fine.
// launch: global 1 local 1
// arg: out int[1]=zeros
// arg: a const int[4]=range

void set(__global const int *p) {
  *(__global int *)p = 5; // expect: read-only-write array=a
}

__kernel void test(__global int *out, __global const int *a) {
  set(&a[1]);
  set(out);
}
