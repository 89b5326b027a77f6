// What accesses memory, may divide by zero, loops or is long stays a branch, as a value as well.
// launch: global 32 local 32
// arg: a const int[32]=range
// arg: out int[32]
// expect: clean
// counts: 32 branches 16 divergent_branches 5
__kernel void test(__global const int *a, __global int *out) {
  int i = get_global_id(0), v = a[i];
  int read = i < 7 ? a[i + 1] : 0;            /* 1, divergent: a read */
  int both = i > 3 && a[i - 4] < 20;          /* 1, divergent: a read */
  int share = v != 0 ? 100 / v : 0;           /* 1, divergent: 100 / 0 is nobody's */
  int parts = v > 10 ? v / 2 : v % 3;          /* none: by numbers that are not 0 */
  int sum = 0, far = v;
  if (i < 16) /* 1, divergent: a loop; its condition: 9 times the same for those that come */
    for (int k = 0; k < 8; k++) sum += k;
  if (i % 2 == 0) /* 1, divergent: 9 operations */
    far = ((((far * 3 + 1) * 5 + 2) * 7 + 3) * 9 + 4) * 11;
  if (sum < 100 && i < 100) out[i] = 0; /* 2, alike: a write */
  out[i] = read + both + share + parts + sum + far;
}
