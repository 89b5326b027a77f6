// A pixel that the image does not have is neither read nor written.
// launch: global 4
// arg: i const float[16]=range
// image: i image2d_t 4,4 R FLOAT
// arg: o float[16]=zeros
// image: o image2d_t 4,4 R FLOAT
// out: o 0 1 2 3 0 0 0 0 0 0 0 0 0 0 0 0
// emulator-only: images are buffers there
kernel void test(read_only image2d_t i, write_only image2d_t o) {
  int x = get_global_id(0);
  float4 right = read_imagef(i, (int2)(x + 1, 0));  // expect: out-of-bounds array=i
  float4 here = read_imagef(i, (int2)(x, 0));
  write_imagef(o, (int2)(x, 0), here);
  write_imagef(o, (int2)(x, -1), right);  // expect: out-of-bounds array=o
}
