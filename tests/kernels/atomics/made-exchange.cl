// One that succeeds writes, in local memory and in global memory.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: x int[1]=(5)
// arg: out int[4]

__kernel void test(__global int *x, __global int *out) {
  __local int y;
  int i = get_global_id(0), expected = 5;
  if (i == 0) y = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i == 1) {
    atomic_compare_exchange_strong_explicit((volatile __global atomic_int *)x, &expected, 6, memory_order_relaxed, memory_order_relaxed, memory_scope_device); // expect: data-race array=x other-line=+6
    atomic_cmpxchg(&y, 5, 6); // expect: data-race array=y other-line=+4
  }
  out[i] = 0;
  if (i == 2)
    out[i] = y;
  if (i == 3) out[i] = *x;
}
