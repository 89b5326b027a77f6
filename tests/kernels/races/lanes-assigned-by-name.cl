// Assigning a lane by its name touches that lane alone, whoever assigns the others.
// launch: global 4 local 4
// arg: out int4[1]=zeros
// expect: clean
// out: out 1 2 3 4

__kernel void test(__global int4 *out) {
  int i = get_global_id(0);
  if (i == 0) out[0].x = 1;
  if (i == 1) out[0].y = 2;
  if (i == 2) out[0].z = 3;
  if (i == 3) out[0].w = 4;
}
