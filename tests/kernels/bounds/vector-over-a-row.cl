// A vector that begins in a row must end in it: in every memory, by vload, vstore and casts.
// launch: global 1 local 1
// arg: out float[4]
// arg: n int=1

__constant float table[2][3] = {{1, 2, 3}, {4, 5, 6}};

__kernel void test(__global float *out, int n) {
  __local float s[4][6];
  float own[3][5];
  for (int i = 0; i < 24; i++) s[i / 6][i % 6] = 1;
  for (int i = 0; i < 15; i++) own[i / 5][i % 5] = 1;
  float4 v = vload4(0, &s[n][4]);           // expect: out-of-bounds array=s index=6
  v += vload4(1, s[n]);                     // expect: out-of-bounds array=s index=6
  v += vload4(0, &s[0][3]);                 // expect: out-of-bounds array=s index=6
  v += vload4(0, &s[n][n + 5]);             // expect: out-of-bounds array=s index=6
  v += vload4(0, &s[n][-n]);                // expect: out-of-bounds array=s index=-1
  v += vload4(0, table[1]);                 // expect: out-of-bounds array=table index=3
  v.xyz += vload3(0, &own[n][3]);           // expect: out-of-bounds array=own index=5
  v += *(__local float4 *)&s[2 * n][4];     // expect: out-of-bounds array=s index=6
  v.x += ((__local float4 *)&s[2 * n][4])->z; // expect: out-of-bounds array=s index=6
  vstore4(v, 0, &own[n][2]);                // expect: out-of-bounds array=own index=5
  vstore2(v.xy, n, &own[n][2]);             // expect: out-of-bounds array=own index=5
  if (own[2][0] != 1) out[9] = 1; // what ran over was dropped
  vstore4((float4)own[1][2], 0, out);
}
