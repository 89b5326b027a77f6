// A lane that two work-items assign, and one that is read while it is assigned.
// launch: global 2 local 2
// arg: v int4[2]=zeros
// arg: out int[2]

__kernel void test(__global int4 *v, __global int *out) {
  int i = get_global_id(0);
  v[0].y = i; // expect: data-race other-line=8
  if (i == 0) v[1].zw = (int2)(5);
  if (i == 1) out[0] = v[1].z; // expect: data-race other-line=-1
  if (i == 0) out[1] = v[1].x;
}
