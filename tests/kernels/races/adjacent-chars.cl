// Neighbouring bytes are different elements, though they share a word.
// launch: global 16 local 8
// arg: out char[16]
// expect: clean
// out: out 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15

__kernel void test(__global char *out) {
  size_t i = get_global_id(0);
  out[i] = (char)i;
}
