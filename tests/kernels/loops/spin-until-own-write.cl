// Loops that change in the end what they read, by what they write themselves.
// launch: global 2 local 1
// arg: a int[8]=zeros
// arg: out int[2]
// expect: clean
// out: out 18001 18001

__kernel void test(__global int *a, __global int *out) {
  int i = get_global_id(0), n = 0, m = 0, k = 0;
  __global int *mine = a + 4 * i;
  while (mine[0] == 0) mine[0] = ++n / 5000; // its value changes in the end
  while (mine[1] == 0) mine[m == 4000] = m++ > 0; // and here its place
  while (mine[3] == 0)
    if (++k > 9000) mine[3] = 1;
  out[i] = n + m + k;
}
