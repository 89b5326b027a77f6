// A write past the end of a private array is refused, its neighbours are safe.
// launch: global 2 local 2
// arg: out int[2]
// arg: k int=3
// out: out 14 14

__kernel void test(__global int *out, int k) {
  int first[3] = {1, 1, 1};
  int second[3] = {4, 4, 4};
  first[k] = 99; // expect: out-of-bounds array=first index=3
  int sum = 2;
  for (int j = 0; j < 3; j++) sum += second[j];
  out[get_global_id(0)] = sum;
}
