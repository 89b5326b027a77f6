// A write one past the end of a global array is reported once, at its line.
// launch: global 9 local 3
// arg: out float[8]

__kernel void test(__global float *out) {
  size_t i = get_global_id(0);
  out[i] = 1.0f; // expect: out-of-bounds array=out index=8
}
