// A null pointer and a large index are still a null pointer.
// launch: global 1 local 1
// arg: output int out 2
// arg: null int p
// arg: scalar int k 100000000

__kernel void test(__global int *out, __global const int *p, int k) {
  __global const int *q = k > 5 ? p : out;
  out[0] = q[k];     // expect: null-pointer
  out[1] = p[-k];    // expect: null-pointer
}
