// An image is read without a sampler and written mirrored.
// launch: global 4,2 local 2,2
// arg: i const float4[8]=range
// image: i image2d_t 4,2 RGBA FLOAT
// arg: o float4[8]
// image: o image2d_t 4,2 RGBA FLOAT
// out: o 12 13 14 15 8 9 10 11 4 5 6 7 0 1 2 3 28 29 30 31 24 25 26 27 20 21 22 23 16 17 18 19
// emulator-only: images are buffers there
// expect: clean
kernel void test(read_only image2d_t i, write_only image2d_t o) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(o, (int2)(get_image_width(i) - 1 - at.x, at.y), read_imagef(i, at));
}
