// clamp, mix, step, smoothstep, sign, degrees, radians, min and max.
// launch: global 1 local 1
// arg: out float[12]
// arg: x float=0.75
// expect: clean
// tolerance: 2e-6
// out: out 0.5 0.75 2.5 1 0 0.84375 -1 42.9718346 0.0130899694 0.25 0.75 0.8

__kernel void test(__global float *out, float x) {
  out[0] = clamp(x, 0.0f, 0.5f);
  out[1] = clamp(x, 0.0f, 1.0f);
  out[2] = mix(1.0f, 3.0f, x);
  out[3] = step(0.5f, x);
  out[4] = step(1.0f, x);
  out[5] = smoothstep(0.0f, 1.0f, x);
  out[6] = sign(-x);
  out[7] = degrees(x);
  out[8] = radians(x);
  out[9] = min(x, 0.25f);
  out[10] = max(x, 0.25f);
  out[11] = max(x, 0.8f);
}
