// Each access to global memory has one flat place: where the tile begins, and how far from there.

__kernel void transpose(__global int *out, __global const int *a, __local int *tile, uint width,
                        uint height) {
  size_t t = get_local_size(0);
  size_t x = get_local_id(0);
  size_t y = get_local_id(1);
  size_t left = get_group_id(0) * t;
  size_t top = get_group_id(1) * t;
  if (left + x < width && top + y < height) {
    tile[y * t + x] = a[top * width + left + y * width + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (top + x >= height || left + y >= width) return;
  out[left * height + top + y * height + x] = tile[x * t + y];
}
