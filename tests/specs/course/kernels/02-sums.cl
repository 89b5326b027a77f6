// Sums. out[i] = a[i][0] + a[i][1] + …

__kernel void sums(__global int *out, __global const int *a,
                   uint rows, uint columns) {
  size_t i = get_global_id(0);

  // Your code here (about four lines).
}

// It must work for columns = 1 to 40, rows =
// 1 to 40, groups of 1 to 8 work-items; a:
// -1,000 to 1,000.
