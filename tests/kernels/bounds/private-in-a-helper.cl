// A private array handed to a helper keeps its bounds there.
// launch: global 2 local 2
// arg: out int[2]
// arg: k int=4

int pick(const int *values, int k) {
  return values[k]; // expect: out-of-bounds index=4
}

__kernel void test(__global int *out, int k) {
  int own[4] = {1, 2, 3, 4};
  out[get_global_id(0)] = pick(own, k);
}
