// expect: runtime-error read-only-write
// why: The const is cast away and the input overwritten on the way to a right output.
// expect-line: 8

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  __global float *in = (__global float *)a;
  in[i] += 10.0f;
  out[i] = in[i];
}
