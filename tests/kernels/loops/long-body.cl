// A body of hundreds of instructions without a branch, after which variables change places.
// launch: global 4 local 2
// arg: out int[4]
// arg: a const int[8]=range(1,1)
// arg: n int=7
// out: out 1841313657 1142137940 -1601138109 244409825

#define STEP(k) \
  x = x * 3 + (y ^ k); \
  y += (x ^ k) + (x >> 3);
#define STEPS(k) \
  STEP(k) STEP(k + 1) STEP(k + 2) STEP(k + 3) STEP(k + 4) STEP(k + 5) STEP(k + 6) STEP(k + 7)

__kernel void test(__global int *out, __global const int *a, int n) {
  int x = get_global_id(0), y = 5, k = 0, unset;
  do {
    STEPS(1) STEPS(9) STEPS(17) STEPS(25) STEPS(33) STEPS(41) STEPS(49) STEPS(57)
    int old = x;
    x = y;
    y = old;
  } while (++k < n);
  out[get_global_id(0)] = x - y + (n > 9 ? unset : 0);
  if (n == 7) out[get_global_id(0)] = a[7 + k]; // expect: out-of-bounds array=a index=14
  out[get_global_id(0)] = x - y;
}
