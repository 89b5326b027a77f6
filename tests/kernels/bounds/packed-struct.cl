// Members of a packed struct may lie anywhere.
// launch: global 2 local 2
// arg: a char[10]=zeros
// expect: clean
// out: a 1 7 0 0 0 2 7 0 0 0

struct __attribute__((packed)) record {
  char tag;
  int value;
};

__kernel void test(__global struct record *a) {
  size_t i = get_global_id(0);
  a[i].tag = 1 + i;
  a[i].value = 7;
}
