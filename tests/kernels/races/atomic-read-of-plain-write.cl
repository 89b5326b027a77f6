// A plain write and another work-item's atomic on the same element, between groups.
// launch: global 4 local 2
// arg: x int[1]=zeros

__kernel void test(__global int *x) {
  if (get_global_id(0) == 0)
    x[0] = 3;      // expect: data-race array=x other-line=+2
  else
    atomic_inc(x);
}
