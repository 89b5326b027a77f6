// Shuffles give the values of other work-items.
// options: -cl-std=CL3.0
// launch: global 8 local 8
// subgroup: 8
// arg: a int[8]
// arg: b int[8]
// arg: c int[8]
// arg: d int[8]
// arg: e int[8]
// arg: f float[8]
// out: a 7 6 5 4 3 2 1 0
// out: b 1 0 3 2 5 4 7 6
// out: c -1 -1 0 1 2 3 4 5
// out: d 3 4 5 6 7 -1 -1 -1
// out: e 3 4 5 6 7 0 1 2
// out: f 1 1 5 5 9 9 13 13
// emulator-only: other devices have other widths
// expect: clean

__kernel void test(__global int *a, __global int *b, __global int *c, __global int *d,
                   __global int *e, __global float *f) {
  int i = get_global_id(0);
  a[i] = sub_group_shuffle(i, 7 - i);
  b[i] = sub_group_shuffle_xor(i, 1);
  int up = sub_group_shuffle_up(i, 2), down = sub_group_shuffle_down(i, 3);
  c[i] = i >= 2 ? up : -1;
  d[i] = i + 3 < 8 ? down : -1;
  e[i] = sub_group_rotate(i, 3);
  f[i] = sub_group_clustered_reduce_add((float)i, 2);
}
