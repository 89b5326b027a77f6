// expect: accepted
// why: As many warnings as can be had, before and behind a right answer.

#define W ; ; 1 + 1; 2 == 2; "x" + 1;
#define X W W W W W W W W W W
#define Y X X X X X X X X X X
__kernel void map(__global float *out, __global const float *a) {
  Y Y Y Y Y Y Y Y Y Y
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
