// Two work-items that wait for one another's flag.
// launch: global 2 local 1
// arg: flag int[2]=zeros
// arg: out int[2]
// limits: steps 100000

__kernel void test(__global volatile int *flag, __global int *out) {
  if (get_global_id(0) == 0) {
    while (atomic_or(&flag[1], 0) == 0); // expect: deadlock array=flag index=1
    atomic_xchg(&flag[0], 1);
  } else {
    while (atomic_or(&flag[0], 0) == 0); // expect: deadlock array=flag index=0
    atomic_xchg(&flag[1], 1);
  }
  out[get_global_id(0)] = 1;
}
