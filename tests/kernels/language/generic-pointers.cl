// Pointers without an address space reach private, local and global memory, and know where they point.
// options: -cl-std=CL2.0
// launch: global 4 local 4
// arg: x int[4]=(1,2,3,4)
// arg: l local int[4]
// arg: where int[4]
// out: x 5 1 3 4
// out: where 4 2 1 1
// emulator-only: PoCL 3.1 has neither casts to generic pointers nor to_global
// expect: clean

int first(const int *p) { return p[0]; }

__kernel void test(__global int *x, __local int *l, __global int *where) {
  int mine = 5, i = get_global_id(0);
  l[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  int *p = i == 0 ? &mine : i == 1 ? (int *)&l[1] : (int *)&x[i];
  where[i] = (to_global(p) != 0) + 2 * (to_local(p) != 0) + 4 * (to_private(p) != 0);
  if (to_global(p) != 0 && get_fence(p) != CLK_GLOBAL_MEM_FENCE) where[i] = -1;
  x[i] = first(p);
}
