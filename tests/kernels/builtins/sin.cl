// sin of floats, scalar by scalar and as a vector.
// launch: global 4 local 4
// arg: out float[8]
// arg: a const float[4]=(0.25,0.5,1.0,2.5)
// tolerance: 2e-6
// expect: clean
// out: out 0.247403959 0.479425539 0.841470985 0.598472144 0.247403959 0.479425539 0.841470985 0.598472144

__kernel void test(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = sin(a[i]);
  if (i == 0) vstore4(sin(vload4(0, a)), 1, out);
}
