// A work-item cannot reach another's private variable.
// launch: global 2 local 2
// arg: a int[2]
__kernel void test(__global int *a) {
  __local size_t where[2];
  int mine[1] = {(int)get_local_id(0) + 5};
  where[get_local_id(0)] = (size_t)mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_local_id(0)] = *(__private int *)where[1 - get_local_id(0)]; // expect: out-of-bounds
}
