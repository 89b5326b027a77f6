// Pointers in a struct that goes to helpers by address and by value.
// launch: global 2 local 2
// arg: a int[4]=(1,2,3,4)
// arg: t local int[2]
// expect: clean
typedef struct { __global int *g; __local int *l; int n; } View;
void put(View *v, int i) { v->l[i] = v->g[i]; }
int get(View v, int i) { return v.l[i]; }
__kernel void test(__global int *a, __local int *t) {
  View v = {a, t, 2};
  int i = get_local_id(0);
  put(&v, i);
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = get(v, v.n - 1 - i);
}
