// A switch has as many ways as its cases, and diverges once.
// launch: global 32 local 32
// arg: out int[32]
// expect: clean
// counts: 32 branches 1 divergent_branches 1
__kernel void test(__global int *out) {
  size_t i = get_global_id(0);
  switch (i % 4) {
    case 0:
    case 1:
      out[i] = 5;
      break;
    case 2:
      out[i] = 7;
      break;
    default:
      out[i] = 9;
  }
}
