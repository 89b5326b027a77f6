// An endless loop ends in the step limit.
// launch: global 4 local 4
// arg: out int[4]
// limits: steps 100000
// expect: time-limit

__kernel void test(__global int *out) {
  while (true) out[get_global_id(0)] = 1;
}
