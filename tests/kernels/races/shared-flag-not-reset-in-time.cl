// The flag is reset while others may already set it: no barrier between.
// launch: global 4 local 4
// arg: out int[4]
// arg: a const int[4]=(0,0,0,1)

__kernel void test(__global int *out, __global const int *a) {
  __local int found;
  int l = get_local_id(0);
  if (l == 0) found = 0;
  if (a[l] == 1) found = 1; // expect: data-race array=found other-line=-1
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = found;
}
