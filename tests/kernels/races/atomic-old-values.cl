// Every work-item gets a place of its own from a counter.
// launch: global 8 local 4
// arg: counter uint[1]=zeros
// arg: taken int[8]=zeros
// expect: clean
// out: counter 8
// out: taken 1 1 1 1 1 1 1 1

__kernel void test(__global volatile uint *counter, __global int *taken) {
  uint place = atomic_inc(counter);
  taken[place] = 1;
}
