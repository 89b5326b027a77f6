// Fills the places past the end with zeros, and walks with pointers afterwards.

__kernel void fields_apart(__global int *out, __global const int *a, __local int *tile, uint n, uint k) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  size_t first = get_group_id(0) * size * k;
  for (size_t j = 0; j < k; j++) {
    size_t e = j * size + l;
    tile[e] = first + e < n * k ? a[first + e] : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n) return;
  __local const int *record = tile + l * k;
  __global int *to = out + i;
  for (uint f = 0; f < k; f++, to += n) *to = record[f];
}
