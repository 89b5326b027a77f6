// Numbers all work-items of the launch in one line, and lets the first of them work: then one
// guard is enough, since a flat number that is in range belongs to one work-item only.

__kernel void squares(__global int *out, __global const int *a, int width, int height) {
  int at = get_global_id(1) * get_global_size(0) + get_global_id(0);
  if (at >= width * height) return;
  int value = a[at];
  out[at] = value * value;
}
