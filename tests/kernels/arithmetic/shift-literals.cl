// Shifts of literals alone, by macros and constants: found where they are executed.
// launch: global 1 local 1
// options: -D FROM_OUTSIDE=70
// arg: out long[12]
// arg: x int=5
// out: out 2 10 -2147483648 2 2 4 40 80 320 2 1 32

#define WIDTH 33
#define NEGATIVE -1
#define UP(x) ((x) << 33)
#define UP_BY(x, n) ((x) << (n))
enum { WIDE = 35 };
__constant int six_more = 38;

int helper(int k) { return k > 5 ? 1 << 40 : 1 << WIDTH; } // expect: shift-too-wide warning

__kernel void test(__global long *out, int x) {
  const int fourth = 36;
  out[0] = 1 << 33;                    // expect: shift-too-wide warning
  out[1] = x << WIDTH;                 // expect: shift-too-wide warning
  out[2] = 1 << NEGATIVE;              // expect: shift-too-wide warning
  out[3] = UP(1);                      // expect: shift-too-wide warning
  out[4] = UP_BY(1, 33);               // expect: shift-too-wide warning
  out[5] = 1 << WIDTH + 1;             // expect: shift-too-wide warning
  out[6] = x << WIDE;                  // expect: shift-too-wide warning
  out[7] = x << fourth;                 // expect: shift-too-wide warning
  out[8] = x << six_more;              // expect: shift-too-wide warning
  out[9] = helper(3);
  out[10] = 1L << 64;                  // expect: shift-too-wide warning
  x = 1;
  x <<= (WIDTH - 28) + 32;             // expect: shift-too-wide warning
  if (1 << 32) out[11] = x;            // expect: shift-too-wide warning
  char4 lanes = (char4)(1) << 9;       // expect: shift-too-wide warning
  x >>= FROM_OUTSIDE;                  // expect: shift-too-wide warning
  if (lanes.x + x != 2) out[11] = 0;
}
