// An atomic on local memory that nobody has set to zero.
// launch: global 4 local 4
// arg: out int[1]

__kernel void test(__global int *out) {
  __local int count;
  atomic_inc(&count); // expect: uninitialized-read array=count
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    out[0] = count; // may: uninitialized-read array=count
}
