// expect: wrong-answer
// why: Nothing is written.

#define MAX_D 32

__kernel void attention(__global float *out, __global const float *q, __global const float *k,
                        __global const float *v, __local float *key_tile,
                        __local float *value_tile, int n, int keys, int d) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  int size = get_local_size(0);
}
