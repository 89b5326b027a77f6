// The dimension may be a variable.
// launch: global 2,3 local 1,1
// arg: out int[6]
// expect: clean
// out: out 0 0 1 1 2 2

__kernel void test(__global int *out) {
  int sum = 0;
  for (uint d = 1; d < 3; d++) sum += get_global_id(d);
  out[get_global_id(1) * 2 + get_global_id(0)] = sum;
}
