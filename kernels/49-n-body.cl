// N-Body. body[i] is the place of a body, x, y
// and z, and in w its mass. out[i] is the pull
// of all others on it in x, y, z, and in w
// the potential. tile has an element for each
// work-item of the group; a body is to be
// read once for each group.

__kernel void pull(
    __global float4 *out,
    __global const float4 *body,
    __local float4 *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);
  size_t size = get_local_size(0);

  // Your code here (about twenty lines).
}

// It must work for n = 1 to 300, groups of 1
// to 100 work-items, up to 2 more groups
// than needed; places are whole numbers from
// 0 to 100, no two bodies at the same, and
// masses 1 to 5.
