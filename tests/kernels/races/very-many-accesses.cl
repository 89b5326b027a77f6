// So many accesses that their checks are shared: races are still seen, and told
// from what a barrier orders.
// launch: global 4 local 4
// arg: out int[4]

#define TURN(k) \
  tile[l] = k; \
  barrier(CLK_LOCAL_MEM_FENCE); \
  sum += tile[3 - l]; \
  barrier(CLK_LOCAL_MEM_FENCE);

__kernel void test(__global int *out) {
  __local int tile[4];
  int l = get_local_id(0), sum = 0;
  TURN(0) TURN(1) TURN(2) TURN(3) TURN(4) TURN(5) TURN(6) TURN(7) TURN(8) TURN(9)
  TURN(10) TURN(11) TURN(12) TURN(13) TURN(14) TURN(15) TURN(16) TURN(17) TURN(18) TURN(19)
  tile[l] = sum;
  out[l] = tile[3 - l]; // expect: data-race other-line=-1
}
