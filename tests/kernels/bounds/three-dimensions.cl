// Ids of three dimensions, flattened right.
// launch: global 2,3,2 local 1,3,2
// arg: out int[12]
// expect: clean
// out: out 0 1 10 11 20 21 100 101 110 111 120 121

__kernel void test(__global int *out) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  out[(z * 3 + y) * 2 + x] = 100 * z + 10 * y + x;
}
