// Calls one after another take the same memory; only those within one another add up.
// launch: global 2 local 2
// arg: out int[2]
// arg: n int=3
// expect: clean
// out: out 30 30

int helper(int n) {
  int many[20000];
  many[n] = n;
  return many[n];
}

__kernel void test(__global int *out, int n) {
  int own[40000];
  own[n] = helper(n) + helper(n) + helper(n) + helper(n) + helper(n);
  own[n] += helper(n) + helper(n) + helper(n) + helper(n) + helper(n);
  out[get_global_id(0)] = own[n];
}
