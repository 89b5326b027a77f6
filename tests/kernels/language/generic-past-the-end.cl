// Running off an array through a pointer without an address space names the array.
// options: -cl-std=CL2.0
// launch: global 4 local 4
// arg: out int[4]

void set(int *p, int value) {
  *p = value;  // expect: out-of-bounds array=out index=4
}

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  set(&out[i + 1], i);
}
