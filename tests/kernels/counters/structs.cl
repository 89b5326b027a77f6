// A struct that is copied as a whole is as many instructions as it has pieces of 16 bytes, and as many reads as members.
// launch: global 32 local 32
// arg: a const int[192]=range
// arg: out int[192]
// expect: clean
// counts: 32 global_accesses 4 global_transactions 96 ideal_transactions 48 global_reads 192 global_writes 192
struct six {
  int numbers[6];
};
__kernel void test(__global const int *a, __global int *out) {
  size_t i = get_global_id(0);
  ((__global struct six *)out)[i] = ((__global const struct six *)a)[i];
}
