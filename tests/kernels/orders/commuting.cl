// Updates of one kind that commute, and whose results nobody uses, leave the same in every order.
// launch: global 16 local 4
// arg: a const int[16]=range(0,1)
// arg: sum int[1]=zeros
// arg: twice int[4]
// out: sum 108
// order: proven
// expect: clean

__kernel void test(__global const int *a, __global int *sum, __global int *twice) {
  __local int part;
  if (get_local_id(0) == 0) part = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&part, a[get_global_id(0)]);
  atomic_sub(sum, 1);
  atomic_dec(sum);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    twice[get_group_id(0)] = 2 * part;
    atomic_add(sum, part + 5);
  }
}
