// Pushing onto a list: the head is read again after each failure.
// launch: global 8 local 4
// arg: head int[1]=(-1)
// arg: next int[8]
// expect: clean

__kernel void test(__global int *head, __global int *next) {
  int i = get_global_id(0), before;
  do {
    before = atomic_or(head, 0);
    next[i] = before;
  } while (atomic_cmpxchg(head, before, i) != before);
}
