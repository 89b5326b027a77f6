// A coordinate that nobody set is no pixel outside of the image, too.
// launch: global 2 local 2
// arg: i const float[16]=range
// image: i image2d_t 4,4 R FLOAT
// arg: out float[2]=zeros
// emulator-only: images are buffers there
kernel void test(read_only image2d_t i, global float *out) {
  local int x[2];
  const size_t l = get_local_id(0);
  if (l > 0) x[l] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = read_imagef(i, (int2)(x[l], 0)).x; // expect: uninitialized-read array=x
}
