// Copying a struct copies its padding, which nobody ever wrote.
// launch: global 2 local 2
// arg: out int[4]
// expect: clean
// out: out 1 2 1 2

struct pair {
  char small;
  int large;
};

__kernel void test(__global int *out) {
  __local struct pair shared[2];
  size_t l = get_local_id(0);
  struct pair p;
  p.small = 1;
  p.large = 2;
  shared[l] = p;
  struct pair q = shared[l];
  out[2 * l] = q.small;
  out[2 * l + 1] = q.large;
}
