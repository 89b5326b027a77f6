// Occupancy is of sub-groups: an incomplete one takes the place of a whole one.
// launch: global 66 local 33
// arg: out int[66]
// expect: clean
// counts: 32 occupancy_percent 100
// counts: 64 occupancy_percent 100
__kernel void test(__global int *out) {
  /* 2048 / 32 = 64 sub-groups fit; a group of 33 has 2 of them, 32 groups fit: 64 of 64, though
   * only 1056 of 2048 work-items are there. Of 64: 32 fit, 32 groups of 1. */
  out[get_global_id(0)] = 1;
}
