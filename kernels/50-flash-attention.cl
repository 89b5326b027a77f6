// Flash Attention. Row i of out is a mean
// of the rows of v. Each has as its weight
// the share that softmax gives to row i of
// q times the same row of k, divided by
// the root of d. d is at most MAX_D. The
// tiles have room for as many keys and
// values as the group has work-items.

#define MAX_D 32

__kernel void attention(
    __global float *out,
    __global const float *q,
    __global const float *k,
    __global const float *v,
    __local float *key_tile,
    __local float *value_tile,
    int n, int keys, int d) {
  int i = get_global_id(0);
  int l = get_local_id(0);
  int size = get_local_size(0);

  // Your code here (about forty lines).
}

// It must work for d = 1 to 32, keys = 1 to
// 100, n = 1 to 60, groups of 1 to 64
// work-items; q: -2 to 2; k: -2 to 2; v: -4
// to 4; or q and k whose scores are whole
// numbers from -120 to 120.
