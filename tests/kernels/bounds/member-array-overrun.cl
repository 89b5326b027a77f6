// An array inside a struct ends before the next member.
// launch: global 2 local 2
// arg: out int[2]
// arg: a int[12]=range

struct pair {
  int head;
  int items[4];
  int tail;
};

__kernel void test(__global int *out, __global struct pair *a) {
  size_t i = get_global_id(0);
  struct pair p = {1, {2, 3, 4, 5}, 6};
  out[i] = p.items[3 + i]; // expect: out-of-bounds array=p index=4
  a[i].items[4 * i] = 1;   // expect: out-of-bounds array=a index=4
}
