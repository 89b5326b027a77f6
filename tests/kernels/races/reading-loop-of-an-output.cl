// A loop reads, in one go, what other work-items write.
// launch: global 16 local 8
// arg: x float[16]=range

__kernel void test(__global float *x) {
  float sum = 0.0f;
  for (uint k = 0; k < 16; k++) sum += x[k];
  x[get_global_id(0)] = sum; // expect: data-race cause=neighbour other-line=-1
}
