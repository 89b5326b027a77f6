// Reverse. Each group reverses its own part
// of `a`, in place. The last group may
// have fewer elements than work-items. The
// tile has one element a work-item. There
// may be as many reads of `a` as elements.

__kernel void reverse(
    __global int *a,
    __local int *tile, uint n) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0);

  // Your code here (about six lines).
}

// It must work for n = 1 to 70,000, groups
// of 1 to 256 work-items, up to 1 more group
// than needed; a: any int.
