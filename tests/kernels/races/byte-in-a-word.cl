// One work-item's word holds another one's byte.
// launch: global 2 local 2
// arg: out uint[2]

__kernel void test(__global uint *out) {
  if (get_local_id(0) == 0)
    out[0] = 5;                       // expect: data-race array=out other-line=+2
  else
    ((__global uchar *)out)[3] = 1;
  out[1] = 0; // expect: data-race warning array=out
}
