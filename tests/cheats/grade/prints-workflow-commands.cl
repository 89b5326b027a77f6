// expect: wrong-answer
// why: Prints commands of GitHub Actions and of GitLab.

__kernel void map(__global float *out, __global const float *a) {
  printf("::set-output name=result::accepted\n::error file=x::\n::stop-commands::x\n##[group]\nsection_start:0:x\r\033[0K\n");
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
