// Work-item p has the pair p: half of the work-items do everything, and the others are not needed.

__kernel void pad(__global int *data, __global const int *a, uint n, uint padded) {
  size_t i = get_global_id(0);
  if (i < padded) data[i] = i < n ? a[i] : INT_MAX;
}

__kernel void exchange(__global int *data, uint padded, uint block, uint distance) {
  uint p = get_global_id(0);
  if (p < padded / 2) {
    uint i = 2 * p - p % distance;
    int first = data[i];
    int second = data[i + distance];
    int smaller = min(first, second);
    int larger = max(first, second);
    bool rising = (i & block) == 0;
    data[i] = rising ? smaller : larger;
    data[i + distance] = rising ? larger : smaller;
  }
}
