// A string is a constant array that ends with its zero.
// launch: global 6 local 6
// arg: out char[6]

__constant char text[] = "hello";

__kernel void test(__global char *out) {
  size_t i = get_global_id(0);
  out[i] = text[i + 1]; // expect: out-of-bounds array=text index=6
}
