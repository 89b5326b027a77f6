// A private array of some kilobytes is no trouble.
// launch: global 4 local 4
// arg: out int[4]
// expect: clean
// out: out 4095 4095 4095 4095

__kernel void test(__global int *out) {
  int own[4096];
  for (int j = 0; j < 4096; j++) own[j] = j;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = own[4095];
}
