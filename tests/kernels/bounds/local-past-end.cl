// A __local array has redzones: one past its end is no other array's start.
// launch: global 4 local 4
// arg: out int[4]

__kernel void test(__global int *out) {
  __local int first[4];
  __local int second[4];
  int l = get_local_id(0);
  first[l] = l;
  second[l] = 10 + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = first[l + 1]; // expect: out-of-bounds array=first index=4
}
