// A vector overlaps what another work-item writes as one of its bytes.
// launch: global 4 local 4
// arg: a float4[4]=zeros
__kernel void test(__global float4 *a) {
  const uint i = get_global_id(0);
  if (i == 0)
    a[2] = (float4)(1.0f);
  else if (i == 3)
    ((__global uchar *)a)[2 * 16 + 5] = 3;  // expect: data-race array=a other-line=-2
}
