// Matmul. out = a times b: a has n rows of k,
// b has k rows of m, out has n rows of m. A
// work-item makes one element, from k
// elements of `a` and k of `b`.

__kernel void matmul(
    __global float *out,
    __global const float *a,
    __global const float *b,
    uint n, uint k, uint m) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);

  // Your code here (about seven lines).
}

// It must work for k = 1 to 300, m = 1 to
// 300, n = 1 to 300, groups of 1 to 16 by 1
// to 16 work-items, up to 1 more group than
// needed in each dimension; a: -20 to 20 in
// steps of 0.0078125; b: -800 / k to 800 / k
// in steps of 0.125; at most 70,000 results.
