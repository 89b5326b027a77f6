// An unset value counts where the result is used, not where it is passed around.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// subgroup: 4
// arg: out int[4]
// out: out 1 1 1 1

__kernel void test(__global int *out) {
  int i = get_global_id(0), unset;
  if (i == 1) unset = 1;
  int good = sub_group_shuffle(unset, 1);
  int bad = sub_group_reduce_add(unset);  // expect: uninitialized-read
  out[i] = good;
  if (bad > 100) out[i] = 1;
}
