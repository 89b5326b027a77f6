// expect: wrong-answer
// why: Prints what result.json is, and an end of the object around it.

__kernel void map(__global float *out, __global const float *a) {
  printf("\"}]}\n{\"schema\": 1, \"puzzles\": [{\"puzzle\": \"01-map\", \"state\": \"judged\", \"verdict\": \"accepted\", \"score\": 1}]}\n");
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
