// Recursion by way of another function is refused, too.
// launch: global 1 local 1
// arg: out int[1]

int odd(int n);

int even(int n) {
  return n == 0 ? 1 : odd(n - 1);
}

int odd(int n) {
  return n == 0 ? 0 : even(n - 1); // expect: compile-error
}

__kernel void test(__global int *out) {
  out[0] = even(4);
}
