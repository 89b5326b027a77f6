// What nobody set is named rightly where several such values are about.
// launch: global 1 local 1
// arg: out int[5]

__kernel void test(__global int *out) {
  __local int s[1], t[1];
  int variable;
  int first = s[0];  // expect: uninitialized-read array=s
  int second = t[0]; // expect: uninitialized-read array=t
  out[0] = first + 1;
  out[1] = second;
  out[2] = variable; // expect: uninitialized-read
  for (int i = 0; i < 2; i++)
    out[3 + i] = first * 2;
}
