// Variables of the program are global memory: races, bounds and nothing between groups.
// options: -cl-std=CL3.0
// launch: global 4 local 2
// arg: out int[4]

global int total;
global int table[4];

kernel void test(global int *out) {
  size_t i = get_global_id(0);
  total += 1;          // expect: data-race array=total
  table[i + 1] = 1;    // expect: out-of-bounds array=table index=4
  out[i] = table[i];   // expect: data-race array=table other-line=-1
}
