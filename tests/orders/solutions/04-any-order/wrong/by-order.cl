// expect: runtime-error order-dependence
// why: Only if the first work-item is the first to come, is its number in front counted as even.
__kernel void compact(__global int *out, __global int *count, __global const int *a) {
  int i = (int)get_global_id(0);
  if (a[i] % 2 != 0) return;
  int place = atomic_inc(count);
  out[place] = a[i] + (place == 0 && i > (int)get_global_size(0) / 2 ? 2 : 0);
}
