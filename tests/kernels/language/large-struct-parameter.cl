// Structs passed by value to helpers.
// launch: global 2 local 2
// arg: out int[2]
// expect: clean
// out: out 36 44

struct block {
  int v[8];
};

int sum(struct block b) {
  int total = 0;
  for (int j = 0; j < 8; j++) total += b.v[j];
  return total;
}

__kernel void test(__global int *out) {
  struct block b;
  int i = get_global_id(0);
  for (int j = 0; j < 8; j++) b.v[j] = j + 1 + i;
  out[i] = sum(b);
}
