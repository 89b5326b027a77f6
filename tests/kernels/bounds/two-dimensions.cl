// Width mistaken for height: the last rows lie behind the array.
// launch: global 3,2 local 3,2
// arg: out int[6]

__kernel void test(__global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * 3 + y] = 1; // expect: out-of-bounds array=out
}
