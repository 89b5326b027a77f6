// Every group waits for all others to arrive: a barrier of the whole launch that OpenCL does not have.
// launch: global 8 local 2
// arg: arrived int[1]=zeros
// arg: out int[8]
// limits: steps 100000

__kernel void test(__global int *arrived, __global int *out) {
  if (get_local_id(0) == 0) {
    atomic_inc(arrived);
    while (atomic_add(arrived, 0) < (int)get_num_groups(0)) { // expect: deadlock array=arrived index=0
    }
  }
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
