// Sums. out[i] = a[i][0] + a[i][1] + …

__kernel void sums(__global int *out, __global const int *a,
                   uint rows, uint columns) {
  size_t i = get_global_id(0);

  // Your code here (about four lines).
}
