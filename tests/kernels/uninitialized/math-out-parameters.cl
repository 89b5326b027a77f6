// fract, modf, frexp, remquo and sincos set what they are given pointers to.
// launch: global 1 local 1
// arg: out float[9]
// arg: x float=2.75
// expect: clean
// out: out 0.75 2 0.75 2 0.6875 2 -0.25 3 0.38166100

__kernel void test(__global float *out, float x) {
  float whole, integral, cosine;
  int exponent, quotient;
  out[0] = fract(x, &whole);
  out[1] = whole;
  out[2] = modf(x, &integral);
  out[3] = integral;
  out[4] = frexp(x, &exponent);
  out[5] = (float)exponent;
  out[6] = remquo(x, 1.0f, &quotient);
  out[7] = (float)quotient;
  out[8] = sincos(x, &cosine);
}
