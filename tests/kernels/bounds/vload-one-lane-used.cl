// vload reads all its lanes, also where only one of them is asked for.
// launch: global 1 local 1
// arg: output float out 2
// arg: input float a 6

__kernel void test(__global float *out, __global const float *a) {
  out[0] = vload4(1, a).x; // expect: out-of-bounds array=a index=6
  out[1] = vload2(1, a).y;
}
