// Neighbours write a short each, and the work-item after them one of the same.
// launch: global 3 local 3
// arg: out short[4]=zeros
__kernel void test(__global short *out) {
  const int i = get_global_id(0);
  if (i < 2)
    out[i] = i + 1;
  else
    out[0] = 5;  // expect: data-race array=out other-line=-2
}
