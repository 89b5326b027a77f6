__kernel void square(
    __global const int *a,
    __global int *squares, const uint n) {
  // Your code here
}

__kernel __attribute__((vec_type_hint(int)))
void sum_groups(
    __global const int *squares,
    __global int *sums,
    __local int *tile, const uint n) {
  // Your code here
}
