// expect: wrong-answer
// why: The elements themselves: nothing is taken away.

__kernel void below_largest(__global int *out, __global const int *a, __local int *tile,
                            int n) {
  int i = get_global_id(0);
  if (i < n) out[i] = a[i];
}
