// A loop with two entries, by goto, ends at its limit.
// launch: global 1 local 1
// arg: out int[1]=(1)
// limits: steps 1000 time 2000
// expect: time-limit
__kernel void test(__global int *out) {
  int i = out[0];
  if (i) goto b;
a: i++;
b: i += 2;
  if (i != -7 || out[0]) goto a;
  out[0] = i;
}
