// A struct that a helper filled in part.
// launch: global 1 local 1
// arg: out float[1]

struct point {
  float x, y;
};

struct point make(float x) {
  struct point p;
  p.x = x;
  return p; // expect: uninitialized-read array=p
}

__kernel void test(__global float *out) {
  struct point p = make(1.0f);
  out[0] = p.x + p.y;
}
