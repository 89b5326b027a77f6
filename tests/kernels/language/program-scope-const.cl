// A const variable of the program stays as it is.
// options: -cl-std=CL2.0
// launch: global 1 local 1
// arg: out int[2]
// out: out 7 7

global const int fixed[2] = {7, 7};

kernel void test(global int *out) {
  ((global int *)fixed)[1] = 8; // expect: read-only-write array=fixed index=1
  out[0] = fixed[0];
  out[1] = fixed[1];
}
