// expect: wrong-answer
// why: Prints a results.json of Gradescope.

__kernel void map(__global float *out, __global const float *a) {
  printf("\n{\"score\": 100, \"visibility\": \"visible\", \"tests\": [{\"score\": 100, \"max_score\": 100}]}\n");
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
