// An array of one work-item's own has an end as well.
// launch: global 2 local 2
// arg: out int[2]
// arg: k int=4

__kernel void test(__global int *out, int k) {
  int own[4] = {1, 2, 3, 4};
  size_t i = get_global_id(0);
  out[i] = own[k]; // expect: out-of-bounds array=own index=4
}
