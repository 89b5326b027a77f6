// Ten thousand work-items in groups of 250.
// launch: global 10000 local 250
// arg: sum int[1]=zeros
// expect: clean
// out: sum 10000

__kernel void test(__global int *sum) {
  atomic_inc(sum);
}
