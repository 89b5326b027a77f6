// Macros, typedefs, enums, unions and structs of the kernel's own.
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 1065353217 1065353218

#define SQUARE(x) ((x) * (x))
enum { ONE = 1, TWO };
typedef union {
  float f;
  int i;
} bits;

__kernel void test(__global int *out) {
  bits b;
  b.f = 1.0f;
  out[get_global_id(0)] = b.i + (get_global_id(0) == 0 ? ONE : SQUARE(TWO) - TWO);
}
