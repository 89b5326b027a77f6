// tgamma of floats, scalar by scalar and as a vector.
// launch: global 4 local 4
// arg: out float[8]
// arg: a const float[4]=(0.25,0.5,1.0,2.5)
// tolerance: 1e-5
// expect: clean
// out: out 3.62560991 1.77245385 1.0 1.32934039 3.62560991 1.77245385 1.0 1.32934039

__kernel void test(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = tgamma(a[i]);
  if (i == 0) vstore4(tgamma(vload4(0, a)), 1, out);
}
