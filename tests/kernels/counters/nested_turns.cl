// In nested loops the turns of all of them count.
// launch: global 4 local 4
// arg: a const int[64]=range
// arg: out int[4]
// expect: clean
// counts: 32 global_accesses 11 global_transactions 11
// counts: 2 global_accesses 20
__kernel void test(__global const int *a, __global int *out) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < 4; k++)
    for (int m = 0; m < 4; m++)
      if (m >= (int)i && (k == 0 || m == 3)) sum += a[m * 8];
  for (int k = 0; k < 4; k++)
    for (int m = 0; m < (int)i; m++)
      if (m == 0 && k > 0) sum += a[40];
  out[i] = sum;
}
