// Functions of two floats.
// launch: global 1 local 1
// arg: out float[12]
// arg: x float=2.5
// arg: y float=-0.75
// tolerance: 2e-6
// expect: clean
// out: out 0.502973372 1.86225312 2.61007663 0.25 0.25 -2.5 3.25 2.5 -0.75 15.625 20.0 0.0

__kernel void test(__global float *out, float x, float y) {
  out[0] = pow(x, y);
  out[1] = atan2(x, y);
  out[2] = hypot(x, y);
  out[3] = fmod(x, y);
  out[4] = remainder(x, y);
  out[5] = copysign(x, y);
  out[6] = fdim(x, y);
  out[7] = fmax(x, y);
  out[8] = fmin(x, y);
  out[9] = pown(x, 3);
  out[10] = ldexp(x, 3);
  out[11] = nextafter(1.0f, y) < 1.0f ? 0.0f : 1.0f;
}
