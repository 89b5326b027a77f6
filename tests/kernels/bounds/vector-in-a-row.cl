// Vectors up to a row's end, and pointers that mean more than one row or have forgotten it.
// launch: global 1 local 1
// arg: out float[4]
// arg: n int=1
// expect: clean
// out: out 214 235 252 273

struct image {
  float rows[4][6];
};

float4 anywhere(__local const float *p, int i) { return vload4(i, p); }

__kernel void test(__global float *out, int n) {
  __local float s[4][6] __attribute__((aligned(16))); // float4 is read from it
  __local struct image image;
  float planes[2][2][2];
  for (int i = 0; i < 24; i++) s[i / 6][i % 6] = image.rows[i / 6][i % 6] = i;
  for (int i = 0; i < 8; i++) planes[i / 4][i / 2 % 2][i % 2] = i;
  float4 v = vload4(0, &s[n][2]) + vload2(2, s[n]).xyxy + vload2(0, &s[n][4]).xyxy; // up to the end
  for (int i = 0; i < 6; i++) v += vload4(i, &s[0][0]); // from the first element on: all of it
  v += vload4(5, s[0]) + vload4(n, &image.rows[0][0]);
  v += vload4(0, &planes[n][0][0]); // a plane
  __local float *p = &s[n][4];
  __local float (*rows)[6] = s;
  v += vload4(0, p) + vload4(0, s[n] + 4) + vload4(n, p);
  v += vload4(0, &rows[n][n]) + anywhere(s[n], 1) + anywhere(&s[2][3], 0);
  v += *(__local float4 *)s[2 * n];
  __local float4 *wide = (__local float4 *)s;
  v += wide[n] + wide[4];
  vstore4(v, 0, out);
}
