// Channels are numbers, fractions or packed, in the order that the format says.
// launch: global 1
// arg: u const uchar4[1]=((0,51,255,102))
// image: u image2d_t 1,1 BGRA UNORM_INT8
// arg: s const short[2]=(-32768,32767)
// image: s image1d_t 2 R SNORM_INT16
// arg: p const ushort[1]=(0xF81F)
// image: p image2d_t 1,1 RGB UNORM_SHORT_565
// arg: n const char2[1]=((-5,7))
// image: n image2d_t 1,1 RG SIGNED_INT8
// arg: l const half[1]=(1.5)
// image: l image2d_t 1,1 LUMINANCE HALF_FLOAT
// arg: w uchar4[2]
// image: w image2d_t 2,1 RGBA UNORM_INT8
// arg: z ushort[2]
// image: z image1d_t 2 R UNSIGNED_INT16
// arg: o float[13]
// arg: q int[4]
// out: o 1 0.2 0 0.4 -1 1 1 0 1 1.5 1.5 1.5 1
// out: q -5 7 0 1
// out: w 0 128 255 255 51 0 0 255
// out: z 65535 3
// emulator-only: images are buffers there
// expect: clean
constant sampler_t plain = CLK_FILTER_NEAREST;
kernel void test(read_only image2d_t u, read_only image1d_t s, read_only image2d_t p,
                 read_only image2d_t n, read_only image2d_t l, write_only image2d_t w,
                 write_only image1d_t z, global float *o, global int *q) {
  int2 at = (int2)(0, 0);
  vstore4(read_imagef(u, plain, at), 0, o);
  o[4] = read_imagef(s, 0).x;
  o[5] = read_imagef(s, 1).x;
  vstore3(read_imagef(p, at).xyz, 2, o);
  o[9] = read_imagef(l, at).x;
  vstore3(read_imagef(l, at).yzw, 0, o + 10);
  vstore4(read_imagei(n, at), 0, q);
  write_imagef(w, (int2)(0, 0), (float4)(-1.0f, 0.5f, 1.0f, 2.0f));
  write_imagef(w, (int2)(1, 0), (float4)(0.2f, 0.0f, 0.0f, 1.0f));
  write_imageui(z, 0, (uint4)(70000, 0, 0, 0));
  write_imageui(z, 1, (uint4)(3, 9, 9, 9));
}
