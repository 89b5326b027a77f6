// Members of structs in a buffer are found where the host put them.
// launch: global 2 local 2
// arg: out int[2]
// arg: points const int[4]=(1,2,30,40)
// expect: clean
// out: out 3 70

struct point {
  int x, y;
};

__kernel void test(__global int *out, __global const struct point *points) {
  size_t i = get_global_id(0);
  struct point p = points[i];
  out[i] = p.x + points[i].y;
}
