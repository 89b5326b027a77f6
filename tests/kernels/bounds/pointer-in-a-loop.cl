// Two pointers walk towards each other and one steps too far.
// launch: global 1 local 1
// arg: x int[4]=range

__kernel void test(__global int *x) {
  __global int *from = x, *to = x + 4;
  for (int j = 0; j < 2; j++) {
    int kept = *from;
    *from++ = *to; // expect: out-of-bounds array=x index=4
    *to-- = kept; // expect: out-of-bounds array=x index=4
  }
}
