// A sensor's numbers, 0 to 255, as levels from 0 to 1.
__kernel void levels(__global float *out,
                     __global const uchar *raw, uint rows,
                     uint columns) {
  size_t i = get_global_id(0);
  if (i < rows * columns) out[i] = raw[i] / 255.0f;
}
