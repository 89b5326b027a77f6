// A loop with a barrier never ends either.
// launch: global 4 local 4
// arg: out int[4]
// limits: steps 10000
// expect: time-limit

__kernel void test(__global int *out) {
  out[get_global_id(0)] = 0;
  for (;;) barrier(CLK_LOCAL_MEM_FENCE);
}
