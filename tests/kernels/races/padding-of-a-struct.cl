// Assigning a struct writes its padding too, with nobody knows what: another work-item's bytes there are lost.
// launch: global 4 local 4
// arg: o int[2]

struct padded {
  char c;
  int n;
};
__kernel void test(__global int *o) {
  __global struct padded *whole = (__global struct padded *)o;
  int i = get_global_id(0);
  struct padded s;
  s.c = 1;
  s.n = i;
  if (i == 0) *whole = s;                      // expect: data-race other-line=+1
  if (i == 1) ((__global char *)whole)[1] = 5;
}
