// One of several locks, chosen by data: those who choose the same one wait.
// launch: global 8 local 4
// arg: a const int[8]=(0,1,2,0,3,1,2,3)
// arg: lock int[4]=zeros
// arg: sum int[4]=zeros
// out: sum 2 2 2 2

__kernel void test(__global const int *a, __global int *lock, __global int *sum) {
  int k = a[get_global_id(0)];
  while (atomic_xchg(&lock[k], 1) != 0) // expect: deadlock array=lock // may: deadlock warning array=lock
    ;
  atomic_inc(&sum[k]);
  atomic_xchg(&lock[k], 0);
}
