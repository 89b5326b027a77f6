// The value of a work-item that is not there is nobody's.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 4
// arg: out int[8]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  int left = sub_group_shuffle_up(i, 1);  // expect: uninitialized-read
  out[i] = left;
}
