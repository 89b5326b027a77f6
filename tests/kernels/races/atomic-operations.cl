// Every atomic function leaves what it should.
// launch: global 8 local 4
// arg: x int[9]=(0,100,0,1000,-1000,0,255,7,7)
// expect: clean
// out: x 28 72 8 0 7 255 0 8 -1

__kernel void test(__global int *x) {
  int i = get_global_id(0);
  atomic_add(&x[0], i);
  atomic_sub(&x[1], i);
  atomic_inc(&x[2]);
  atomic_min(&x[3], i);
  atomic_max(&x[4], i);
  atomic_or(&x[5], 1 << i);
  atomic_and(&x[6], ~(1 << i));
  if (i == 0) atomic_xchg(&x[7], 8);
  if (i == 7) atomic_cmpxchg(&x[8], 7, -1);
}
