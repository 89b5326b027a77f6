// expect: compile-error
// why: 3,000 parentheses, one in another.

#define A(x) ((((((((((x))))))))))
#define B(x) A(A(A(A(A(A(A(A(A(A(x))))))))))
#define C(x) B(B(B(x)))
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = C(C(a[get_global_id(0)] + 10.0f));
}
