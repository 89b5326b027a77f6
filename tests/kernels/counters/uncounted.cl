// Constant memory, arrays of private memory and functions of sub-groups are in no other counter, and told to be so.
// options: -cl-std=CL3.0
// launch: global 32 local 32
// arg: a const int[32]=range
// arg: out int[32]
// expect: clean
// counts: 32 uncounted 192 global_accesses 2 unmodelled 0
__constant int table[4] = {1, 2, 3, 4};
__kernel void test(__constant int *a, __global int *out) {
  int i = get_global_id(0);
  int own[2];
  own[i % 2] = i;             /* 32 */
  own[1 - i % 2] = table[i % 4]; /* 32 of private, 32 of constant memory */
  out[i] = own[0] + a[i];     /* 32 and 32 */
  out[i] = sub_group_reduce_add(i); /* 32 */
}
