// expect: compile-error
// why: A table of 64 million numbers that are written out by macros.

#define A 1, 1, 1, 1, 1, 1, 1, 1,
#define B A A A A A A A A
#define C B B B B B B B B
#define D C C C C C C C C
#define E D D D D D D D D
#define F E E E E E E E E
#define G F F F F F F F F
#define H G G G G G G G G
__constant int table[] = { H H H H };
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = table[get_global_id(0)];
}
