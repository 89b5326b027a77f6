// Every form of printf's conversions.
// launch: global 1 local 1
// arg: out int[1]
// expect: clean
// printed: -5|  42|0x2a|052|3.500000|3.50e+00|  x|str|1,2,3,4|1.00,2.00|%|ff|-1|255
__kernel void test(__global int *out) {
  printf("%d|%4d|%#x|%#o|%f|%.2e|%3c|%s|%v4hld|%.2v2hlf|%%|%hhx|%ld|%u\n", -5, 42, 42, 42, 3.5f, 3.5f, 'x', "str", (int4)(1,2,3,4), (float2)(1, 2), (uchar)255, -1l, 255u);
  out[0] = 1;
}
