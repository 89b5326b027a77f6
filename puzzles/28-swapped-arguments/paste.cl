// Copies picture to out, with stamp pasted over it: the
// stamp's first column comes into column left of the
// picture, its first row into row top. What does not fit
// on the picture is left out.
__kernel void paste(
    __global int *out,
    __global const int *picture,
    __global const int *stamp,
    int width, int height,
    int stamp_width, int stamp_height,
    int left, int top) {
  int column = get_global_id(0);
  int row = get_global_id(1);

  if (column < width && row < height) {
    int at = row * width + column;
    int x = column - left;
    int y = row - top;
    bool covered = x >= 0 && x < stamp_width && y >= 0 &&
                   y < stamp_height;
    out[at] =
        covered ? stamp[y * stamp_width + x] : picture[at];
  }
}
