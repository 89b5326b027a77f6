// Minimum and maximum of unsigned numbers know no sign, in C11's atomics and the old ones.
// options: -cl-std=CL3.0
// launch: global 1 local 1
// arg: x uint[4]=(5,5,5,5)
// out: x 5 4294967295 5 4294967295
// expect: clean

__kernel void test(__global uint *x) {
  __global atomic_uint *a = (__global atomic_uint *)x;
  atomic_fetch_min(&a[0], 0xFFFFFFFFu);
  atomic_fetch_max(&a[1], 0xFFFFFFFFu);
  atomic_min(&x[2], 0xFFFFFFFFu);
  atomic_max(&x[3], 0xFFFFFFFFu);
}
