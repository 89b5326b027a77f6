// atan of floats, scalar by scalar and as a vector.
// launch: global 4 local 4
// arg: out float[8]
// arg: a const float[4]=(0.25,0.5,1.0,2.5)
// tolerance: 2e-6
// expect: clean
// out: out 0.244978663 0.463647609 0.785398163 1.19028995 0.244978663 0.463647609 0.785398163 1.19028995

__kernel void test(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  out[i] = atan(a[i]);
  if (i == 0) vstore4(atan(vload4(0, a)), 1, out);
}
