// An explicit stack in a private array.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 21

__kernel void test(__global int *out) {
  int stack[16], top = 0, sum = 0;
  stack[top++] = 7;
  while (top > 0) {
    int n = stack[--top];
    if (n < 2) {
      sum += n;
    } else {
      stack[top++] = n - 1;
      stack[top++] = n - 2;
    }
  }
  out[0] = sum + 8;
}
