__kernel void grayscale(__global float *gray, __global const float *image, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  int i = y * width + x;
  gray[i] = 0.21f * image[3 * i] + 0.71f * image[3 * i + 1] + 0.07f * image[3 * i + 2];
}
