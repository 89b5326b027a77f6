// expect: wrong-answer
// why: It writes nothing.
__kernel void ring(__global const int *cells, __global int *next, const uint n, const int launch) {
}
