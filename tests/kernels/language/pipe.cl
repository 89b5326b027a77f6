// Pipes are refused by the name that the source has for them.
// options: -cl-std=CL2.0
// launch: global 1 local 1
// arg: out int[1]

__kernel void test(__global int *out, read_only pipe int numbers) {
  int value = 0;
  read_pipe(numbers, &value); // expect: compile-error
  out[0] = value;
}
