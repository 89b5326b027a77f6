// Variables of the program in global memory: initial values, counting, and each launch begins afresh.
// options: -cl-std=CL2.0
// launch: global 8 local 4
// arg: out int[8]
// expect: clean
// out: out 50 50 50 50 50 50 50 50

struct pair {
  int first;
  float second;
};

global int counter = 3;
global int table[4] = {1, 2, 3, 4};
static global struct pair both = {5, 6};
global int zeros[8];
global int *global where = &table[2];
global const int fixed = 7;

int next(void) {
  static global int own = 0;
  return atomic_inc(&own);
}

kernel void test(global int *out) {
  size_t i = get_global_id(0);
  atomic_inc(&counter);
  int ticket = next();
  zeros[i] += i < 8 ? 0 : 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  int sum = table[i % 4] * 0 + both.first + (int)both.second + *where + fixed;
  out[i] = sum + (ticket < 8 ? 4 : 0) + (atomic_or(&counter, 0) >= 7 ? 25 : 0);
}
