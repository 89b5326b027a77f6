// expect: wrong-answer
// why: Prints a script, an image that loads and a link.

__kernel void map(__global float *out, __global const float *a) {
  printf("</pre><script>alert(1)</script><img src=//example.org/x onerror=alert(1)><a href=javascript:alert(1)>\n");
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
