// A kernel that is called like a function has its __local arrays, one for all calls.
// launch: global 8 local 4
// arg: x int[8]=range
// arg: shared local int[4]
// out: x 1 11 21 31 41 51 61 71
// expect: clean
kernel void inner(global int *x, local int *shared) {
  local int own[4];
  own[get_local_id(0)] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  shared[get_local_id(0)] = own[3 - get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = shared[3 - get_local_id(0)] * 10;
}
kernel void test(global int *x, local int *shared) {
  inner(x, shared);
  x[get_global_id(0)] += 1;
}
