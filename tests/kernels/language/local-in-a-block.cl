// A __local array may be declared in the kernel's outermost scope only.

__kernel void test(__global int *out) {
  int l = get_local_id(0);
  {
    __local int tile[4]; // expect: compile-error
    tile[l] = l;
  }
  out[l] = l;
}
