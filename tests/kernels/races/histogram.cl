// A histogram without atomics loses counts.
// launch: global 16 local 8
// arg: a const int[16]=(0,1,2,3,0,1,2,3,3,2,1,0,0,0,1,1)
// arg: bins int[4]=zeros

__kernel void test(__global const int *a, __global int *bins) {
  bins[a[get_global_id(0)]] += 1; // expect: data-race cause=update array=bins // may: data-race warning
}
