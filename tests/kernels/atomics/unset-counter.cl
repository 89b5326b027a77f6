// Adding to an atomic that nobody has initialised.
// options: -cl-std=CL3.0
// launch: global 4 local 4
// arg: out int[1]

__kernel void test(__global int *out) {
  __local atomic_int count;
  atomic_fetch_add(&count, 1);  // expect: uninitialized-read array=count
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) out[0] = atomic_load(&count);
}
