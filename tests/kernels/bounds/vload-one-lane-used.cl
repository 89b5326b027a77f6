// vload reads all its lanes, also where only one of them is asked for.
// launch: global 1 local 1
// arg: out float[2]
// arg: a const float[6]=range

__kernel void test(__global float *out, __global const float *a) {
  out[0] = vload4(1, a).x; // expect: out-of-bounds array=a index=6
  out[1] = vload2(1, a).y;
}
