// Different members of one struct are different places.
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 3 3

struct pair {
  int first, second;
};

__kernel void test(__global int *out) {
  __local struct pair shared;
  int l = get_local_id(0);
  if (l == 0)
    shared.first = 1;
  else
    shared.second = 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = shared.first + shared.second;
}
