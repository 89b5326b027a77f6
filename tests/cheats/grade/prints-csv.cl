// expect: wrong-answer
// why: Prints what a spreadsheet takes for formulas.

__kernel void map(__global float *out, __global const float *a) {
  printf("=1+1\n+1+1\n-1+1\n@SUM(1)\n\t=1+1\r=HYPERLINK(\"http://example.org\")\n\",\"\n");
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
