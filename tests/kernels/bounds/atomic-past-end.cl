// An atomic outside of its array.
// launch: global 4 local 4
// arg: bins int[3]=zeros
// out: bins 1 1 1

__kernel void test(__global int *bins) {
  atomic_inc(&bins[get_global_id(0)]); // expect: out-of-bounds array=bins index=3
}
