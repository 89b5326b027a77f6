// Whole structs exchanged without a barrier.
// launch: global 2 local 2
// arg: out int[2]

struct pair {
  int first, second;
};

__kernel void test(__global int *out) {
  __local struct pair shared[2];
  int l = get_local_id(0);
  struct pair mine;
  mine.first = l;
  mine.second = 2 * l;
  shared[l] = mine;
  struct pair other = shared[1 - l]; // expect: data-race other-line=-1 // may: uninitialized-read
  out[l] = other.second; // may: uninitialized-read
}
