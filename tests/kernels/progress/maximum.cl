// A maximum by compare-exchange that stops where there is nothing to do.
// launch: global 8 local 4
// arg: a const int[8]=(3,4,1,7,2,8,5,9)
// arg: most int[1]=zeros
// expect: clean
// out: most 9

__kernel void test(__global const int *a, __global int *most) {
  int x = a[get_global_id(0)], old = atomic_or(most, 0), found;
  while (x > old && (found = atomic_cmpxchg(most, old, x)) != old) old = found;
}
