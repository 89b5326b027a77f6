// expect: wrong-answer
// why: Prints ends of YAML documents and tags of objects.

__kernel void map(__global float *out, __global const float *a) {
  printf("...\n---\nok: !!python/object/apply:os.system [\"touch there\"]\n  ---\n");
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
