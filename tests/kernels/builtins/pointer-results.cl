// Builtins that give a second result through a pointer.
// launch: global 1 local 1
// arg: out float[12]
// expect: clean
__kernel void test(__global float *out) {
  float c, f, m; int e, q, s;
  out[0] = sincos(1.0f, &c); out[1] = c;
  out[2] = fract(1.5f, &f); out[3] = f;
  out[4] = modf(2.25f, &m); out[5] = m;
  out[6] = frexp(8.0f, &e); out[7] = e;
  out[8] = remquo(7.0f, 2.0f, &q); out[9] = q;
  out[10] = lgamma_r(3.0f, &s); out[11] = s;
}
