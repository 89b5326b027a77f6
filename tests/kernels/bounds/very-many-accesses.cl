// So many accesses that their checks are shared: each still has its own place.
// launch: global 2 local 2
// arg: x int[48]=range
// arg: c const char[48]=(0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47)
// out: x 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47

#define FOUR(k) \
  x[k] = c[k]; \
  x[k + 1] = c[k + 1]; \
  x[k + 2] = c[k + 2]; \
  x[k + 3] = c[k + 3];

__kernel void test(__global int *x, __global const char *c) {
  if (get_global_id(0) == 1) {
    int before = c[-1]; // expect: out-of-bounds array=c index=-1
    x[48] = before;     // expect: out-of-bounds array=x index=48
    return;
  }
  FOUR(0) FOUR(4) FOUR(8) FOUR(12) FOUR(16) FOUR(20)
  FOUR(24) FOUR(28) FOUR(32) FOUR(36) FOUR(40) FOUR(44)
}
