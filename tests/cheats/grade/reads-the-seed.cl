// expect: compile-error
// why: Embeds the file that hidden inputs are drawn from.

__constant unsigned char seed[] = {
#embed "../seed"
};
__kernel void map(__global float *out, __global const float *a) {
  out[get_global_id(0)] = seed[0];
}
