// Values that the compiler keeps on the stack of each work-item: more than 150 KB of them in quick
// code. They are the compiler's, no private memory of the kernel's.
// launch: global 4 local 4
// arg: out ulong[4]
// arg: seed ulong=3
// expect: clean
// emulator-only: it is about stacks of the emulator
#define TEN(DO, n)                                                                                 \
  DO(n##0) DO(n##1) DO(n##2) DO(n##3) DO(n##4) DO(n##5) DO(n##6) DO(n##7) DO(n##8) DO(n##9)
#define HUNDRED(DO, n)                                                                             \
  TEN(DO, n##0) TEN(DO, n##1) TEN(DO, n##2) TEN(DO, n##3) TEN(DO, n##4)                            \
  TEN(DO, n##5) TEN(DO, n##6) TEN(DO, n##7) TEN(DO, n##8) TEN(DO, n##9)
#define ALL(DO)                                                                                    \
  HUNDRED(DO, 1) HUNDRED(DO, 2) HUNDRED(DO, 3) HUNDRED(DO, 4) HUNDRED(DO, 5) HUNDRED(DO, 6)         \
  HUNDRED(DO, 7) HUNDRED(DO, 8) HUNDRED(DO, 9) HUNDRED(DO, 10) HUNDRED(DO, 11) HUNDRED(DO, 12)
#define MAKE(n) const ulong16 v##n = start * n;
#define SUM(n) sum += v##n;
#define COUNT(n) count += n;

// Where a stack reached into another's, values would differ behind the barrier: the access is
// outside then.
__kernel void test(__global ulong *out, ulong seed) {
  const ulong id = get_global_id(0);
  const ulong16 start = seed + id;
  ulong16 sum = 0;
  ulong count = 0;
  ALL(MAKE)
  barrier(CLK_GLOBAL_MEM_FENCE);
  ALL(SUM)
  ALL(COUNT)
  out[sum.s0 == count * (seed + id) && sum.sf == sum.s0 ? id : id + 4] = sum.s0;
}
