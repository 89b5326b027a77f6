// A struct filled and returned by a helper.
// launch: global 2 local 2
// arg: out float[2]
// expect: clean
// out: out 5 6

struct point {
  float x, y;
  int tag;
};

struct point make(float x) {
  struct point p;
  p.x = x;
  p.y = 5.0f;
  p.tag = 1;
  return p;
}

__kernel void test(__global float *out) {
  struct point p = make((float)get_global_id(0));
  out[get_global_id(0)] = p.x + p.y;
}
