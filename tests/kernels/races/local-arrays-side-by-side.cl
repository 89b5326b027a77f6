// Two tiles are two arrays, however they lie.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 3 3 3 3

__kernel void test(__global int *out) {
  __local int first[4], second[4];
  int l = get_local_id(0);
  first[l] = l;
  second[3 - l] = l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = first[l] + second[l];
}
