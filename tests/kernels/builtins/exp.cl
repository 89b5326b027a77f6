// exp of floats, scalar by scalar and as a vector.
// launch: global 4 local 4
// arg: out float[8]
// arg: a const float[4]=(0.25,0.5,1.0,2.5)
// tolerance: 2e-6
// expect: clean
// out: out 1.28402542 1.64872127 2.71828183 12.182494 1.28402542 1.64872127 2.71828183 12.182494

__kernel void test(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = exp(a[i]);
  if (i == 0) vstore4(exp(vload4(0, a)), 1, out);
}
