// Two work-items write one pixel.
// launch: global 4
// arg: o float[2]
// image: o image1d_t 2 R FLOAT
// emulator-only: images are buffers there
kernel void test(write_only image1d_t o) {
  int x = get_global_id(0);
  write_imagef(o, x / 2, (float4)(x));  // expect: data-race array=o
}
