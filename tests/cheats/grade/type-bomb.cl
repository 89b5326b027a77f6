// expect: accepted
// why: A struct of structs of structs, two to the power of forty bytes.

struct s0 { char a[256]; };
struct s1 { struct s0 a, b; };
struct s2 { struct s1 a, b; };
struct s3 { struct s2 a, b; };
struct s4 { struct s3 a, b; };
struct s5 { struct s4 a, b; };
struct s6 { struct s5 a, b; };
struct s7 { struct s6 a, b; };
struct s8 { struct s7 a, b; };
struct s9 { struct s8 a, b; };
struct s10 { struct s9 a, b; };
struct s11 { struct s10 a, b; };
struct s12 { struct s11 a, b; };
struct s13 { struct s12 a, b; };
struct s14 { struct s13 a, b; };
struct s15 { struct s14 a, b; };
struct s16 { struct s15 a, b; };
struct s17 { struct s16 a, b; };
struct s18 { struct s17 a, b; };
struct s19 { struct s18 a, b; };
struct s20 { struct s19 a, b; };
struct s21 { struct s20 a, b; };
struct s22 { struct s21 a, b; };
struct s23 { struct s22 a, b; };
struct s24 { struct s23 a, b; };
struct s25 { struct s24 a, b; };
struct s26 { struct s25 a, b; };
struct s27 { struct s26 a, b; };
struct s28 { struct s27 a, b; };
struct s29 { struct s28 a, b; };
struct s30 { struct s29 a, b; };
struct s31 { struct s30 a, b; };
struct s32 { struct s31 a, b; };
__kernel void map(__global float *out, __global const float *a) {
  __private struct s32 *p = 0;
  out[get_global_id(0)] = a[get_global_id(0)] + 10.0f + (p != 0);
}
