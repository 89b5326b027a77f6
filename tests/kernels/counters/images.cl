// Reading or writing a pixel is one access, whatever its format; a linear filter reads each pixel that it weighs.
// launch: global 64 local 64
// arg: a const float[256]=range
// image: a image2d_t 64,1 RGBA FLOAT
// arg: b uchar[256]
// image: b image2d_t 64,1 RGBA UNORM_INT8
// emulator-only: images are buffers there
// expect: clean
// counts: 32 global_reads 320 max_global_reads 5 global_writes 64 uncounted 0 branches 0
// counts: 32 global_accesses 12 global_transactions 170 ideal_transactions 168
kernel void test(read_only image2d_t a, write_only image2d_t b) {
  const sampler_t near = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  const sampler_t between = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
  int x = get_global_id(0);
  /* 64 pixels of 16 bytes: 2 instructions of 16 transactions: 32. */
  float4 one = read_imagef(a, near, (int2)(x, 0));
  /* Pixels x - 1 and x, each of them in two rows, which are both row 0 at the edge: 4 * 2
   * instructions of 16 transactions; from 31 * 16 = 496 on, half a piece, it is 17: 130, at best 128. */
  float4 other = read_imagef(a, between, (float2)(x, 0));
  /* 64 pixels of 4 bytes: 2 instructions of 4 transactions: 8. */
  write_imagef(b, (int2)(x, 0), one + other);
}
