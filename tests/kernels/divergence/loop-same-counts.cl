// A barrier in a loop that all run equally often.
// launch: global 8 local 4
// arg: out int[8]
// arg: n int=5
// expect: clean
// out: out 5 5 5 5 5 5 5 5

__kernel void test(__global int *out, int n) {
  int count = 0;
  for (int j = 0; j < n; j++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    count++;
  }
  out[get_global_id(0)] = count;
}
