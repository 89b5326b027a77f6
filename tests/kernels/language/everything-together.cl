// Most of the language in one kernel: structs, unions, helpers, vectors, switches, builtins.
// expect: clean
// launch: global 8 local 4
// arg: out int[8]
// arg: a const int[8]=(1,2,3,4,5,6,7,8)
// arg: t local int[4]
// out: out 66114 66115 66116 66119 66124 66124 66130 66132
// printed: 4 4,3,2,1 x
typedef struct { char c; int x; float4 v; } S;
typedef union { uint u; uchar b[4]; float f; } U;
typedef struct { int a[3]; short s; } P;
__constant float W[3] = {1.f, 2.f, 3.f};
__constant char *__constant NAMES[2] = {"ab", "cd"};
S make(int i) { S s; s.c = (char)i; s.x = i; s.v = (float4)(i); return s; }
void put(__global int *p, int i, int v) { p[i] = v; }
inline float3 third(float3 v) { return v.zxy; }
__attribute__((noinline)) int sw(int k) { switch (k) { case 0: return 5; case 1: { int q[2] = {1,2}; return q[k]; } default: break; } return k * 2; }
void rot(__local int *t, int l) { int n = (l + 1) % 4; barrier(CLK_LOCAL_MEM_FENCE); int v = t[n]; barrier(CLK_LOCAL_MEM_FENCE); t[l] = v; barrier(CLK_LOCAL_MEM_FENCE); }
__kernel void test(__global int *out, __global const int *a, __local int *t) {
  float3 q = (float3)(1.f, 2.f, 2.f);
  int i = get_global_id(0), l = get_local_id(0);
  __local int grid[4][4];
  for (int j = 0; j < 4; ++j) grid[l][j] = a[i] + j;
  t[l] = l;
  for (int k = 0; k < 3; k++) { rot(t, l); for (int m = 0; m < k; m++) barrier(CLK_LOCAL_MEM_FENCE); }
  S s = make(i), s2; s2 = s; S arr[2]; arr[i & 1] = s2; S s3 = arr[i & 1];
  U u; u.f = 1.0f; uint bits = u.b[3];
  P p = {{1,2,3}, 4}; P r = p;
  float4 v; v.x = 1; v.y = 2; float2 lo = v.xy;
  float4 w; w.xyz = third(q);
  float3 n = normalize(w.xyz); float d = dot(w.xyz, n);
  int x; if (i > 1) x = 3; int y = i > 1 ? x : 7;
  uchar4 c4 = as_uchar4(0x01020304u); int sat = convert_uchar_sat(300 + i);
  int4 sh = shuffle((int4)(1,2,3,4), (uint4)(3,2,1,0));
  int e; float fr = frexp(8.0f, &e); float ip; float mf = modf(2.5f, &ip);
  int acc = 0; for (int j = 0; j < 4; j++) { int z; if (j == 2) continue; z = j; acc += z; }
  int sel = select(1, 2, (int)(i > 0));
  bool flags[3]; flags[0] = true; flags[1] = false; char ch[5] = "hey";
  double dd = (double)i / 3.0; long big = mul_hi(1L << 40, 1L << 40);
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = grid[(l + 1) & 3][0] + t[l] + s3.x + (int)s3.v.w + (int)bits + r.a[2] + (int)lo.y + (int)d + y + c4.x + sat + sh.x + e + (int)ip + acc + sel + flags[0] + ch[1] + sw(l) + (int)dd + (int)big + (int)W[l % 3] + NAMES[l & 1][1] + (int)mad24(2, 3, 4) + (int)(fr * 2) + popcount(7u) + (int)clamp(2.5f, 0.f, 1.f) + (int)mf;
  put(out, i, sum);
  if (l == 0) printf("%d %v4hld %s\n", i, sh, "x");
}
