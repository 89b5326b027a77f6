// One member of a struct was forgotten.
// launch: global 1 local 1
// arg: out int[1]

struct pair {
  int first, second;
};

__kernel void test(__global int *out) {
  struct pair p;
  p.first = 1;
  out[0] = p.first + p.second; // expect: uninitialized-read
}
