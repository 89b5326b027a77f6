// Races are seen through pointers without an address space.
// options: -cl-std=CL2.0
// launch: global 4 local 4
// arg: out int[4]

int get(int *p) { return *p; }

__kernel void test(__global int *out) {
  __local int tile[4];
  int i = get_global_id(0);
  tile[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[i] = i;  // expect: data-race array=tile other-line=6
  out[i] = get(&tile[3 - i]);
}
