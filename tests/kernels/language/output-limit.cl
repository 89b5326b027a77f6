// A kernel that prints without end.
// launch: global 1 local 1
// arg: out int[1]
// expect: output-limit

__kernel void test(__global int *out) {
  for (int j = 0; j < 100000; j++) printf("line %d of very many\n", j);
  out[0] = 1;
}
