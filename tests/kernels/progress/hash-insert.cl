// Open addressing: each failed try goes on to the next place.
// launch: global 8 local 8
// arg: keys const int[8]=(3,11,19,3,5,13,3,11)
// arg: table int[16]=(-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1)
// expect: clean

__kernel void test(__global const int *keys, __global int *table) {
  int key = keys[get_global_id(0)], at = key % 8;
  for (;;) {
    int found = atomic_cmpxchg(&table[at], -1, key);
    if (found == -1 || found == key) break;
    at = (at + 1) % 16;
  }
}
