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
