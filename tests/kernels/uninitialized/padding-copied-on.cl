// Structs with padding and members that nobody needs are copied through all kinds of memory.
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 3 3

struct padded {
  char tag;
  int value;
  int unused;
};

__kernel void test(__global int *out) {
  __local struct padded shared[2];
  int l = get_local_id(0);
  struct padded a, b;
  a.tag = 1;
  a.value = 2;
  b = a;
  shared[l] = b;
  barrier(CLK_LOCAL_MEM_FENCE);
  struct padded c = shared[1 - l];
  out[l] = c.tag + c.value;
}
