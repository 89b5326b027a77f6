// A struct's copy is an access for each number in it, whatever the array is declared to hold.
// launch: global 32 local 32
// arg: a const uchar[1024]=range
// arg: out uchar[1024]
// expect: clean
// counts: 32 global_reads 384 global_writes 256 local_reads 128 local_writes 256 max_local_writes 8
struct mixed {
  float3 place; /* three numbers; 16 bytes with its padding */
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
  one[i] = ((__global const struct mixed *)a)[i];  /* 4 and 4 */
  ((__global struct plain *)out)[i] = tile[i];     /* 4 and 4 */
  barrier(CLK_GLOBAL_MEM_FENCE);                   /* those that wrote these bytes are done */
  ((__global struct mixed *)out)[i] = ((__global const struct mixed *)a)[i]; /* 4 of each */
  /* A work-item: 12 global reads, 8 global writes, 4 local reads, 8 local writes. */
}
