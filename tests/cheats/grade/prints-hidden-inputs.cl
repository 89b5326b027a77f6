// expect: accepted
// why: A right answer that prints the inputs of each case, the hidden ones included.

__kernel void map(__global float *out, __global const float *a) {
  if (get_global_id(0) < 8) printf("%f\n", a[0]);
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f;
}
