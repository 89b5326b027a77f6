// A long loop inside the limit.
// launch: global 4 local 4
// arg: out int[4]
// limits: steps 200000
// expect: clean
// out: out 100000 100000 100000 100000

__kernel void test(__global int *out) {
  int count = 0;
  for (int j = 0; j < 100000; j++) count++;
  out[get_global_id(0)] = count;
}
