// Arrays inside structs and unions, all their elements; an array without a size in a struct has no end.
// launch: global 2 local 2
// arg: a int[12]=zeros
// arg: out int[2]
// expect: clean
// out: a 0 7 7 7 7 0 0 7 7 7 7 0
// out: out 7 7

struct pair {
  int head;
  int items[4];
  int tail;
};

struct open {
  int count;
  int items[];
};

union both {
  int words[4];
  char bytes[16];
};

__kernel void test(__global struct pair *a, __global int *out) {
  size_t i = get_global_id(0);
  union both u;
  for (int k = 0; k < 4; k++) a[i].items[k] = 7;
  for (int k = 0; k < 16; k++) u.bytes[k] = k % 4 == 0 ? 7 : 0;
  __global struct open *o = (__global struct open *)&a[i];
  out[i] = u.words[3] * o->items[3] / 7;
}
