// expect: runtime-error out-of-bounds
// why: Reads past the end, behind more warnings than are kept.

__kernel void map(__global float *out, __global const float *a) {
  size_t i = get_global_id(0);
  const uint width = 31 + get_local_size(0);
  volatile int x = 1;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = x << width;
  x = (int)a[i + 100000];
  out[i] = a[i] + 10.0f;
}
