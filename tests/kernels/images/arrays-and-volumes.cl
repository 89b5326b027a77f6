// Layers are whole and clamped, slices of a volume are filtered.
// launch: global 1
// arg: a const int[8]=range
// image: a image2d_array_t 2,2,2 R SIGNED_INT32
// arg: l const int[4]=range
// image: l image1d_array_t 2,2 R SIGNED_INT32
// arg: v const float[8]=range
// image: v image3d_t 2,2,2 R FLOAT
// arg: b const float[5]=range
// image: b image1d_buffer_t 5 R FLOAT
// arg: o float[6]
// arg: n int[9]
// out: o 7 3.5 4 5 4 0
// out: n 7 3 2 2 2 2 2 2 2
// emulator-only: images are buffers there
// expect: clean
constant sampler_t near = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t smooth = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
kernel void test(read_only image2d_array_t a, read_only image1d_array_t l, read_only image3d_t v,
                 read_only image1d_buffer_t b, global float *o, global int *n) {
  o[0] = read_imagef(v, (int4)(1, 1, 1, 0)).x;
  o[1] = read_imagef(v, smooth, (float4)(1.0f, 1.0f, 1.0f, 0.0f)).x;
  o[2] = read_imagef(v, near, (float4)(0.5f, 0.5f, 5.0f, 0.0f)).x;
  o[3] = read_imagef(v, near, (int4)(1, 0, 1, 0)).x;
  o[4] = read_imagef(b, 4).x;
  o[5] = read_imagef(b, 0).x;
  n[0] = read_imagei(a, near, (float4)(1.5f, 1.5f, 9.0f, 0.0f)).x;
  n[1] = read_imagei(l, near, (float2)(1.5f, 1.4f)).x;
  n[2] = get_image_array_size(a);
  n[3] = get_image_array_size(l);
  n[4] = get_image_depth(v);
  n[5] = get_image_height(a);
  n[6] = get_image_dim(v).z;
  n[7] = get_image_dim(a).y;
  n[8] = get_image_width(l);
}
