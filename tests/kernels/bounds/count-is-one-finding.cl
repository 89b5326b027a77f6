// A thousand work-items with one mistake make one finding.
// launch: global 1024 local 64
// arg: out int[24]

__kernel void test(__global int *out) {
  out[get_global_id(0)] = 1; // expect: out-of-bounds array=out index=24
}
