// Macros that expand to long expressions.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// out: out 64

#define TWICE(x) ((x) + (x))
#define FOUR(x) TWICE(TWICE(x))
#define SIXTEEN(x) FOUR(FOUR(x))

__kernel void test(__global int *out) {
  out[0] = SIXTEEN(FOUR(1));
}
