// A vector leaves an array inside a struct for the next member.
// launch: global 1 local 1
// arg: out float[10]=zeros
// arg: n int=1

struct body {
  float mass;
  float place[3];
  float speed[3];
};

__kernel void test(__global struct body *out, int n) {
  struct body b = {1, {2, 3, 4}, {5, 6, 7}};
  float3 place = vload3(0, b.place), speed = vload3(0, b.speed);
  float4 both = vload4(0, b.place);              // expect: out-of-bounds array=b index=3
  both += vload4(0, &out->place[n]);             // expect: out-of-bounds array=out index=3
  vstore3(speed, 0, out->speed);
  vstore4((float4)(1), 0, out->place);           // expect: out-of-bounds array=out index=3
  vstore3(place + both.xyz, 0, out->place);
}
