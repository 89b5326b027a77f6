// Three chars by each work-item, in words that neighbours share, written and read again.
// launch: global 16 local 8
// arg: rgb uchar[48]=ones
// arg: out uchar[48]
// expect: clean
__kernel void test(__global uchar *rgb, __global uchar *out) {
  const int at = 3 * get_global_id(0);
  for (int c = 0; c < 3; c++) rgb[at + c] += c;
  for (int c = 0; c < 3; c++) out[at + c] = rgb[at + 2 - c];
}
