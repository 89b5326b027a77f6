// out[i] = 2 * a[i] + 1: as many elements as work-items.
__kernel void double_and_one(__global int *out,
                             __global const int *a) {
  size_t i = get_global_id(0);
  out[i] = 2 * a[i] + 1;
}
