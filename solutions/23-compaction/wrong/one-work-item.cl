// expect: over-budget
// why: One work-item does it all, in a loop, while the others are idle.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  if (get_global_id(0) == 0) {
    int place = 0;
    for (uint j = 0; j < n; j++) {
      int value = a[j];
      if (value > 0) out[place++] = value;
    }
    count[0] = place;
  }
}
