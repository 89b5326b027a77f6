// Constant tables are checked where the compiler could know what stands there.
// launch: global 1 local 1
// arg: out int[4]

__constant int table[4] = {1, 2, 3, 4};
__constant int zeros[4] = {0};

int get(int i) {
  const int own[4] = {1, 2, 3, 4};
  return own[i]; // expect: out-of-bounds array=own index=4
}

__kernel void test(__global int *out) {
  out[0] = table[4];                     // expect: out-of-bounds array=table index=4
  out[1] = zeros[get_global_id(0) + 5];  // expect: out-of-bounds array=zeros index=5
  out[2] = ((__constant int *)zeros)[-1]; // expect: out-of-bounds array=zeros index=-1
  out[3] = get(4);
}
