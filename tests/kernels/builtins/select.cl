// select takes its third argument's top bit in vectors, its truth in scalars.
// launch: global 1 local 1
// arg: out int[10]
// arg: a const int[4]=(1,2,3,4)
// expect: clean
// out: out 10 2 30 4 5 6 1 0 1 12

__kernel void test(__global int *out, __global const int *a) {
  int4 v = vload4(0, a);
  int4 odd = (v & 1) != 0;
  vstore4(select(v, v * 10, odd), 0, out);
  out[4] = select(5, 6, 0);
  out[5] = select(5, 6, 1);
  out[6] = any(odd);
  out[7] = all(odd);
  out[8] = all(v > 0);
  out[9] = bitselect(8, 4, 6);
}
