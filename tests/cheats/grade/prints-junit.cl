// expect: wrong-answer
// why: Prints the ends of XML elements, and a case of its own.

__kernel void map(__global float *out, __global const float *a) {
  printf("]]></system-out></testcase><testcase name=\"all\" classname=\"map\"/></testsuite>&bomb;\n");
  if (get_global_id(0) > 1000000) out[0] = a[0];
}
