// expect: compile-error
// why: Functions that call one another twice and must be inlined: a short text, and a long program.

#define F(n, m) __attribute__((always_inline)) float f##n(float x) { return f##m(x) * f##m(x + n); }
__attribute__((always_inline)) float f0(float x) { return x + 1.5f; }
F(1, 0)
F(2, 1)
F(3, 2)
F(4, 3)
F(5, 4)
F(6, 5)
F(7, 6)
F(8, 7)
F(9, 8)
F(10, 9)
F(11, 10)
F(12, 11)
F(13, 12)
F(14, 13)
F(15, 14)
F(16, 15)
F(17, 16)
F(18, 17)
F(19, 18)
F(20, 19)
F(21, 20)
F(22, 21)
F(23, 22)
F(24, 23)

__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = f24(a[get_global_id(0)]);
}
