// One row of a two-dimensional group stays away.
// launch: global 4,4 local 2,2
// arg: out int[16]

__kernel void test(__global int *out) {
  out[get_global_id(1) * 4 + get_global_id(0)] = 0;
  if (get_local_id(1) == 0) barrier(CLK_LOCAL_MEM_FENCE); // expect: barrier-divergence
}
