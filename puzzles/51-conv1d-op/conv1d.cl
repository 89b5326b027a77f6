// Adds to out[x] what the taps make of the elements of
// input from x on; behind its end there is 0. Dimension 0
// is x. Dimension 1 has two places: one adds the taps with
// even numbers, the other those with odd ones.
__kernel void conv1d(__global int *out,
                     __global const int *input,
                     __global const int *taps, uint n) {
  size_t x = get_global_id(0);
  if (x >= n) return;
  int sum = 0;
  for (size_t tap = get_global_id(1); tap < conv_size;
       tap += 2)
    if (x + tap < n) sum += input[x + tap] * taps[tap];
  atomic_add(&out[x], sum);
}
