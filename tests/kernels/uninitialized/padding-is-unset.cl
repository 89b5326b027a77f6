// What an assignment leaves in the padding of a struct is set for nobody; copying it on is fine, using it (in the last line) is not.
// launch: global 1 local 1
// arg: o int[8]
// arg: out int[2]

struct padded {
  char c;
  int n;
};
__kernel void test(__global int *o, __global int *out) {
  __global struct padded *whole = (__global struct padded *)o;
  struct padded s, t;
  s.c = 1;
  s.n = 2;
  t = s; // expect: uninitialized-read
  whole[0] = t;
  whole[1] = whole[0];
  out[0] = whole[1].c + whole[1].n;
  out[1] = ((__global char *)whole)[1];
}
