// A work-group loads a tile of an image with its border, and blurs it.
// launch: global 8 local 4
// arg: i const float[8]=range
// image: i image1d_t 8 R FLOAT
// arg: o float[8]
// image: o image1d_t 8 R FLOAT
// out: o 0.3333333 1 2 3 4 5 6 6.6666667
// emulator-only: images are buffers there
// expect: clean
constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void test(read_only image1d_t i, write_only image1d_t o) {
  local float tile[6];
  int x = get_global_id(0), l = get_local_id(0);
  tile[l] = read_imagef(i, edge, x - 1).x;
  if (l < 2) tile[l + 4] = read_imagef(i, edge, x + 3).x;
  barrier(CLK_LOCAL_MEM_FENCE);
  write_imagef(o, x, (float4)((tile[l] + tile[l + 1] + tile[l + 2]) / 3));
}
