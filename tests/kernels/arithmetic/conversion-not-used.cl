// What comes out of a conversion that is out of range decides nothing: the sides that a choice does
// not take, lanes that are thrown away, variables that are set again, local memory that is not read.
// launch: global 4 local 4
// arg: bytes uchar[18]
// arg: a const float[8]=(300,-1,20,30,nan,-inf,60,70)
// arg: tile local uchar[4]
// expect: clean
// out: bytes 255 0 20 30 255 0 20 30 20 30 60 70 9 9 20 1 70 60

uchar clamped(float x) {
  uchar near = x;
  if (x > 255) return 255;
  if (!(x > -1)) return 0;
  return near;
}

__kernel void test(__global uchar *bytes, __global const float *a, __local uchar *tile) {
  size_t l = get_local_id(0);
  tile[l] = a[4 + l];
  bytes[4 + l] = clamped(a[l]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 2) bytes[17] = tile[2];
  if (l == 2) bytes[16] = tile[3];
  if (l != 0) return;
  float4 four = vload4(0, a);
  uchar4 near = convert_uchar4_rte(four);
  vstore4(select(select(near, (uchar4)255, convert_char4(four > 255)), (uchar4)0,
                 convert_char4(four < 0)),
          0, bytes);
  vstore2(near.zw, 4, bytes);
  vstore2(convert_uchar4(vload4(1, a)).hi, 5, bytes);
  int twice = a[4];
  twice = 9;
  bytes[12] = twice;
  bytes[13] = isnan(a[4]) ? 9 : (int)a[4];
  int nothing = a[5], other = a[2];
  bytes[14] = other;
  bytes[15] = 1;
}
