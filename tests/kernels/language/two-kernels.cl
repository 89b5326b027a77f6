// A program of two kernels; the second is started.
// kernel: second
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 2 2

__kernel void first(__global int *out) {
  out[get_global_id(0)] = 1;
}

__kernel void second(__global int *out) {
  out[get_global_id(0)] = 2;
}
