// Structs, unions and enums by value and in buffers, constants that point at others, goto, swizzles.
// launch: global 1
// arg: out int[19]
// arg: pk uchar[16]=zeros
// arg: mm uchar[64]=zeros
// out: out 5 15 6 9 3 101 24005 6416 6 0 63 16 1 2 30 2 155 122 9
// out: pk 0 77 0 0 0 2 77 0 0 0 0 0 0 0 0 0
// expect: clean
typedef struct { char c; double d; short s; } plain;
typedef struct __attribute__((packed)) { char c; int i; } packed_t;
typedef struct { bool b; float3 v; uchar2 u; union { int i; float f; uchar bytes[4]; } u2; struct { int a[2][2]; } in; } mixed;
typedef struct __attribute__((aligned(16))) { int x; } al;
enum color { RED, GREEN = 5, BLUE };
constant plain table[2] = {{1, 2.5, 3}, {4, 5.5, 6}};
constant int grid[2][3] = {{1,2,3},{4,5,6}};
constant int *constant rows[2] = {grid[0], grid[1]};
constant struct { constant int *p; int n; } ref = { &grid[1][1], 4 };
constant float4 vec = (float4)(1,2,3,4);
constant char text[] = "hello";
static int twice(int x) { return 2*x; }
inline int thrice(int x) { return 3*x; }
static plain make(int i) { plain p = {.c = i, .d = i * 0.5, .s = -i}; return p; }
static int sum(plain p) { return p.c + (int)p.d + p.s; }
kernel void test(global int *out, global uchar *pk, global uchar *mm) {
  int n = 0; global packed_t *packs = (global packed_t *)pk; global mixed *m = (global mixed *)mm; plain byvalue = make(4);
  out[n++] = sum(make(10));
  out[n++] = sum(table[get_global_id(0) + 1]);
  out[n++] = rows[1][2];
  out[n++] = *ref.p + ref.n;
  out[n++] = (int)vec.z;
  out[n++] = text[1];
  out[n++] = sizeof(plain) * 1000 + sizeof(packed_t);
  out[n++] = sizeof(mixed)*100 + sizeof(al);
  out[n++] = BLUE;
  packs[0].i = 77; packs[1] = packs[0];  packs[1].c = 2;
  out[n++] = 0;
  mixed x = {true, (float3)(1,2,3), (uchar2)(9,8), {.f = 1.0f}, {{{1,2},{3,4}}}};
  m[0] = x;
  out[n++] = m[0].u2.bytes[3];
  out[n++] = m[0].b + m[0].in.a[1][1] + m[0].u.y + (int)m[0].v.z;
  switch (BLUE) { case RED: out[n++] = 0; break; case BLUE: out[n++] = 1; default: out[n++] = 2; }
  int i = 0;
again:
  if (++i < 5) goto again;
  out[n++] = i + twice(i) + thrice(i);
  out[n++] = byvalue.c + byvalue.s + (int)byvalue.d;
  float8 v = (float8)(0,1,2,3,4,5,6,7);
  v.even = v.odd; v.s07 = v.hi.xy;
  out[n++] = (int)(v.s0 + v.s7*10 + v.lo.lo.y * 100);
  out[n++] = CL_VERSION_1_2 + (__OPENCL_C_VERSION__ >= 120) + __ENDIAN_LITTLE__;
  out[n++] = FLT_DIG + (INT_MAX == 2147483647) + (M_PI_F > 3.14f) + (HUGE_VALF > FLT_MAX);
}
