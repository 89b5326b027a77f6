// half_sqrt of floats, scalar by scalar and as a vector.
// launch: global 4 local 4
// arg: out float[8]
// arg: a const float[4]=(0.25,0.5,1.0,2.5)
// tolerance: 1e-2
// expect: clean
// out: out 0.5 0.707106781 1.0 1.58113883 0.5 0.707106781 1.0 1.58113883

__kernel void test(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = half_sqrt(a[i]);
  if (i == 0) vstore4(half_sqrt(vload4(0, a)), 1, out);
}
