// expect: runtime-error out-of-bounds
// expect-line: 11
// why: The index of the matrix is used for the inputs as well, which are far shorter.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  if (column < width && row < height) {
    size_t i = row * width + column;
    out[i] = a[i] + b[i];
  }
}
