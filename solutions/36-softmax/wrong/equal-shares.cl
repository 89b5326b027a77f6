// expect: wrong-answer
// why: Every element gets the same share, whatever it is.

__kernel void softmax(__global float *out, __global const float *a, __local float *row,
                      __local float *tile, int width) {
  int l = get_local_id(0);
  int size = get_local_size(0);
  int first = get_group_id(0) * width;
  for (int j = l; j < width; j += size) out[first + j] = 1.0f / width;
}
