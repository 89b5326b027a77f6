// A member of the element behind the last one.
// launch: global 3 local 3
// arg: out int[3]
// arg: points const int[4]=range

struct point {
  int x, y;
};

__kernel void test(__global int *out, __global const struct point *points) {
  size_t i = get_global_id(0);
  out[i] = points[i].y; // expect: out-of-bounds array=points
}
