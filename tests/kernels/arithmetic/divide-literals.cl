// Literals that the compiler divides: found where they are executed.
// launch: global 1 local 1
// arg: out int[4]
// arg: n int=3

#define NOTHING 0

int helper(int k) {
  return k > 5 ? k : 7 % NOTHING; // expect: divide-by-zero
}

__kernel void test(__global int *out, int n) {
  int x = 1 / 0; // expect: divide-by-zero
  out[0] = x;
  out[1] = n + 5 % 0; // expect: divide-by-zero
  out[2] = helper(n);
  out[3] = INT_MIN / -1; // expect: divide-by-zero
  if (n > 3) out[0] = 2 / NOTHING;
}
