// vload3 takes a record at once, wherever it begins.

__kernel void weigh(
    __global int *out,
    __global const int *a, uint n) {
  size_t i = get_global_id(0);

  if (i < n) {
    int3 v = vload3(i, a);
    out[i] = v.x + 2 * v.y + 3 * v.z;
  }
}
