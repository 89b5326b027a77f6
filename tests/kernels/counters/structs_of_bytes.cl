// A struct's copy is an access for each of its members, whatever the array is declared to hold.
// launch: global 32 local 32
// arg: input uchar a 1024 range
// arg: output uchar out 1024
// expect: clean
// counts: 32 global_reads 256 global_writes 192 local_reads 128 local_writes 192 max_local_writes 6
struct mixed {
  float3 place; /* a vector is one; 16 bytes with its padding */
  char kind;    /* hence 32 bytes in all */
};
struct plain { /* 12 bytes */
  float x, y;
  short z, w;
};
__kernel void test(__global const uchar *a, __global uchar *out) {
  __local struct plain tile[32];
  __local struct mixed one[32];
  size_t i = get_local_id(0);
  tile[i] = ((__global const struct plain *)a)[i]; /* 4 of global, 4 of local memory */
  one[i] = ((__global const struct mixed *)a)[i];  /* 2 and 2 */
  ((__global struct plain *)out)[i] = tile[i];     /* 4 and 4 */
  barrier(CLK_GLOBAL_MEM_FENCE);                   /* those that wrote these bytes are done */
  ((__global struct mixed *)out)[i] = ((__global const struct mixed *)a)[i]; /* 2 of each */
  /* A work-item: 8 global reads, 6 global writes, 4 local reads, 6 local writes. */
}
