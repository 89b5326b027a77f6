// ceil of floats, scalar by scalar and as a vector.
// launch: global 4 local 4
// arg: out float[8]
// arg: a const float[4]=(-1.5,-0.25,0.75,2.5)
// tolerance: 2e-6
// expect: clean
// out: out -1.0 0.0 1.0 3.0 -1.0 0.0 1.0 3.0

__kernel void test(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = ceil(a[i]);
  if (i == 0) vstore4(ceil(vload4(0, a)), 1, out);
}
