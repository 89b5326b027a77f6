// expect: runtime-error out-of-bounds
// expect-line: 9
// why: No guard: spare work-items read past the end of the inputs and write past the end of `out`.

__kernel void broadcast(__global float *out, __global const float *a, __global const float *b,
                        uint width, uint height) {
  size_t column = get_global_id(0);
  size_t row = get_global_id(1);
  out[row * width + column] = a[column] + b[row];
}
