// Adds the squares of one piece of a signal to what is in
// power already.
__kernel void fold(__global int *power,
                   __global const int *piece, uint count) {
  size_t i = get_global_id(0);
  if (i < count) power[i] += piece[i] * piece[i];
}
