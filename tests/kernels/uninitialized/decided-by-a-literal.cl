// A literal that decides the result alone, or a branch, does not spare reading what nobody set.
// launch: global 1 local 1
// arg: out int[13]

__kernel void test(__global int *out) {
  __local int tile[1];
  __local int4 wide[1];
  out[0] = tile[0] * 0;                 // expect: uninitialized-read array=tile
  out[1] = tile[0] & 0;                 // expect: uninitialized-read array=tile
  out[2] = 0 / tile[0];                 // expect: uninitialized-read array=tile
  out[3] = tile[0] % 1;                 // expect: uninitialized-read array=tile
  out[4] = tile[0] | -1;                // expect: uninitialized-read array=tile
  out[5] = 0 << tile[0];                // expect: uninitialized-read array=tile
  out[6] = mul24(tile[0], 0);           // expect: uninitialized-read array=tile
  out[7] = (uint)tile[0] >= 0u;         // expect: uninitialized-read array=tile
  out[8] = min((uint)tile[0], 0u);      // expect: uninitialized-read array=tile
  out[9] = tile[0] ? 5 : 5;             // expect: uninitialized-read array=tile
  out[10] = isnan((float)tile[0]);      // expect: uninitialized-read array=tile
  out[11] = select(5, 5, tile[0]);      // expect: uninitialized-read array=tile
  out[12] = (wide[0] * 0).x;            // expect: uninitialized-read array=wide
  if ((uint)tile[0] < 0u) out[12] = 1;  // expect: uninitialized-read array=tile
}
