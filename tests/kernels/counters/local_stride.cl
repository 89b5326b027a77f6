// Every other word of local memory makes two work-items share a bank; a word in four bytes does not.
// launch: global 32 local 32
// arg: out float[32]
// arg: bytes local uchar[32]
// arg: words local int[64]
// expect: clean
// counts: 32 local_accesses 4 bank_conflicts 2 local_bytes 288
__kernel void test(__global float *out, __local uchar *bytes, __local int *words) {
  size_t i = get_local_id(0);
  bytes[i] = (uchar)i;
  words[2 * i] = (int)i;
  out[i] = (float)(bytes[i] + words[2 * i]);
}
