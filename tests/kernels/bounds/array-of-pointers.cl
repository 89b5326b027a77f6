// Pointers to buffers in a private array.
// launch: global 2 local 2
// arg: a float[4]=(1,2,3,4)
// arg: b float[4]=(5,6,7,8)
// expect: clean
// out: b 1 2 7 8
__kernel void test(__global float *a, __global float *b) {
  __global float *p[2] = {a, b};
  p[1][get_global_id(0)] = p[0][get_global_id(0)];
}
