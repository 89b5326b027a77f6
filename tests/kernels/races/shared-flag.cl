// A flag that anybody may set to the same value, read after a barrier.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=(0,1,0,1)
// out: out 1 1 1 1

__kernel void test(__global int *out, __global const int *a) {
  __local int found;
  int l = get_local_id(0);
  if (l == 0) found = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (a[l] == 1) found = 1; // expect: data-race cause=same-index warning array=found
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = found;
}
