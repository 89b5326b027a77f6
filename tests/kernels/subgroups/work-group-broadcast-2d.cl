// A broadcast names its work-item in each dimension.
// options: -cl-std=CL3.0
// launch: global 4,2 local 2,2
// arg: out int[8]
// out: out 5 5 7 7 5 5 7 7
// emulator-only: optional in OpenCL 3.0, and PoCL 3.1 leaves it out
// expect: clean

__kernel void test(__global int *out) {
  int i = get_global_id(1) * 4 + get_global_id(0);
  out[i] = work_group_broadcast(i, 1, 1);
}
