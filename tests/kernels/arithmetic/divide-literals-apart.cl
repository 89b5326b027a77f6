// Divisions of literals whose parts stand on several lines, in macros, or in conditions.
// launch: global 1 local 1
// arg: out int[8]
// arg: n int=3

#define NOTHING 0
#define PART(x) ((x) / NOTHING)
#define MINUS_ONE (-1)

__kernel void test(__global int *out, int n) {
  out[0] = n +
           7 % 0;        // expect: divide-by-zero
  out[1] = 5 /           // expect: divide-by-zero
           NOTHING;
  out[2] = PART(4);      // expect: divide-by-zero
  out[3] = INT_MIN /     // expect: divide-by-zero
           MINUS_ONE;
  if (3 % NOTHING)       // expect: divide-by-zero
    out[4] = 1;
  out[5] = n > 2 ? 8 / 0 : 1;  // expect: divide-by-zero
  out[6] = n > 5 ? 8 / 0 : 1;
  out[7] = INT_MIN % -1 + 0 * (0 && 1 / 0) + (int)sizeof(1 / 0); // expect: divide-by-zero
}
