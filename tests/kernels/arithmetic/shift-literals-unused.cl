// Shifts that are too wide but never done, or in range; constants where the language wants them.
// launch: global 1 local 1
// arg: out ulong[8]
// arg: x uint=5
// expect: clean
// out: out 20480 21474836480 24 1100585369600 2 7 25 3

#define LOG 5
#define SIZE (1 << LOG)
#define TURN(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
#define WIDE (1 << 40)

__constant ulong table[] = {1UL << 40, 1UL << LOG << 30};
enum { FIRST = 1 << 4, BIG = (int)(1L << 36 >> 34) };

__kernel __attribute__((reqd_work_group_size(1 << 0, 1, 1))) void test(__global ulong *out, uint x) {
  __local int tile[SIZE], more[1 << (34 - 30)];
  ulong z = (ulong)x << 32;
  tile[x] = more[x] = 1;
  if (0) x = 1 << 33;
  if (x > 100) x = WIDE;
  switch (x) {
    case 1 << 33 >> 1:
    case 1 << 5: x = 0;
    default: break;
  }
  out[0] = TURN(x, 12);
  out[1] = z;
  out[2] = (z >> 33) + (1UL << 63 >> 63) + FIRST + BIG + sizeof(1 << 33) - 1 + (0 ? 1 << 99 : 1) - 3;
  out[3] = table[0] + (table[1] >> 5);
  out[4] = 0 && (1 << 50) ? 3 : 2;
#if (1 << 33) > 5
  out[5] = 7;
#else
  x = 1 << 77;
#endif
  out[6] = x * tile[x] * x; // << 99
  out[7] = more[x] + (1 ? 2 : 5 % 0);
}
