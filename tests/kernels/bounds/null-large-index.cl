// A null pointer and a large index are still a null pointer.
// launch: global 1 local 1
// arg: out int[2]
// arg: p null
// arg: k int=100000000

__kernel void test(__global int *out, __global const int *p, int k) {
  __global const int *q = k > 5 ? p : out;
  out[0] = q[k];     // expect: null-pointer
  out[1] = p[-k];    // expect: null-pointer
}
