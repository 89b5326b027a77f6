// Neighbours write a char each, and the work-item after them one of the same.
// launch: global 5 local 5
// arg: out char[8]=zeros
__kernel void test(__global char *out) {
  const int i = get_global_id(0);
  if (i < 4)
    out[i] = i + 1;
  else
    out[1] = 5;  // expect: data-race array=out other-line=-2
}
