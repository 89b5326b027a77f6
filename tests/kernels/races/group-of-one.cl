// A group of one work-item needs no barrier.
// launch: global 4 local 1
// arg: out int[4]
// expect: clean
// out: out 5 5 5 5

__kernel void test(__global int *out) {
  __local int tile[2];
  tile[0] = 2;
  tile[1] = 3;
  out[get_global_id(0)] = tile[0] + tile[1];
}
