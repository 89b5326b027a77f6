// Shuffling from work-items that another branch has taken gives what nobody has set.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// subgroup: 4
// arg: out int[4]

__kernel void test(__global int *out) {
  int i = get_global_id(0);
  out[i] = i;
  if (i < 2) {
    int other = sub_group_shuffle(i, i + 2);  // expect: uninitialized-read
    out[i] = other;
  }
}
