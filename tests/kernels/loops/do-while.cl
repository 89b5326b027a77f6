// do … while runs its body once at least.
// launch: global 3 local 3
// arg: out int[3]
// expect: clean
// out: out 1 1 2

__kernel void test(__global int *out) {
  int i = get_global_id(0), count = 0;
  do {
    count++;
  } while (count < i);
  out[i] = count;
}
