// All work-items add to one element of local memory: no barrier would help.
// launch: global 4 local 4
// arg: out int[1]
// arg: a const int[4]=range(1,1)

__kernel void test(__global int *out, __global const int *a) {
  __local int sum;
  int l = get_local_id(0);
  if (l == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum += a[l]; // expect: data-race array=sum cause=update
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[0] = sum;
}
