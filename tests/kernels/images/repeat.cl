// Normalized coordinates repeat, or go back and forth.
// launch: global 1
// arg: i const float[4]=(1,2,3,4)
// image: i image1d_t 4 R FLOAT
// arg: r float[6]
// arg: m float[6]
// out: r 1 4 1 4 2.5 2.5
// out: m 1 4 4 1 1 2.5
// emulator-only: images are buffers there
// expect: clean
constant sampler_t again =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
constant sampler_t mirrored =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;
constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
constant sampler_t smooth_mirrored =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_LINEAR;
kernel void test(read_only image1d_t i, global float *r, global float *m) {
  const float at[] = {0.1f, 0.9f, 1.1f, -0.1f};
  for (int k = 0; k < 4; k++) {
    r[k] = read_imagef(i, again, at[k]).x;
    m[k] = read_imagef(i, mirrored, at[k]).x;
  }
  r[4] = read_imagef(i, smooth, 0.0f).x;
  r[5] = read_imagef(i, smooth, 3.5f).x;
  m[4] = read_imagef(i, smooth_mirrored, 0.0f).x;
  m[5] = read_imagef(i, smooth_mirrored, 1.5f).x;
}
