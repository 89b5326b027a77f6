// expect: wrong-answer
// why: The elements are there, but count[0] is still 0: whoever uses the output does not know how many there are.

__kernel void compact(__global int *out, __global int *count, __global const int *a, uint n) {
  size_t i = get_global_id(0);
  if (i >= n) return;
  int value = a[i], place = 0;
  for (size_t j = 0; j < i; j++) place += a[j] > 0;
  if (value > 0) out[place] = value;
}
