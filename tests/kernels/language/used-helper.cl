// A helper that is kept whether or not it is called
// launch: global 1
// arg: out int[1]
// out: out 11
__attribute__((used)) static int ten_more(int x) { return x + 10; }
__kernel void test(__global int *out) { out[0] = ten_more(1); }  // expect: clean
