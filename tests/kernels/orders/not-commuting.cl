// Updates of two kinds do not commute with each other: what is left is a matter of the order.
// launch: global 8 local 4
// arg: x int[1]=zeros
// order: open
// expect: clean

__kernel void test(__global int *x) {
  if (get_global_id(0) % 2 == 0)
    atomic_add(x, 3);
  else
    atomic_xor(x, 5);
}
