// Halves compute: operators, comparisons and functions round to half.
// launch: global 4 local 2
// arg: x half[4]=(1,2.5,-3,0.125)
// arg: y float[16]
// out: x 2.5 6.25 9 0.015625
// out: y 0.099975586 0.5 2 1 0.099975586 1.25 2 1 0.099975586 -1.5 2 0 0.099975586 0.0625 2 1
// emulator-only: not every device has cl_khr_fp16
// expect: clean
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void test(global half *x, global float *y) {
  size_t i = get_global_id(0);
  half h = x[i], tenth = 0.1h;
  half4 v = (half4)(tenth, h * 0.5h, sqrt((half)4), (half)(h > (half)0));
  vstore4(convert_float4(v), i, y);
  x[i] = i == 0 ? h + (half)1.5f : h * h;
}
