// Arguments of another type than printf's conversion, or of none, where what is printed is judged.
// launch: global 2 local 2
// arg: a float[4]=range
// prints: judged
// emulator-only: OpenCL C does not say what they print

__constant char NAMED[] = "three";

__kernel void test(__global float *a) {
  size_t size = 3;
  long l = 4;
  uint u = 5;
  float f = 1.5f;
  int4 four = (int4)(1, 2, 3, 4);
  float4 reals = (float4)(1, 2, 3, 4);
  __constant char *text = "two";
  printf("%d\n", f);                 // expect: printf-mismatch
  printf("%d\n", size);              // expect: printf-mismatch
  printf("%u\n", get_global_id(0));  // expect: printf-mismatch
  printf("%x\n", l);                 // expect: printf-mismatch
  printf("%ld\n", u);                // expect: printf-mismatch
  printf("%lu\n", 7);                // expect: printf-mismatch
  printf("%hd\n", l);                // expect: printf-mismatch
  printf("%c\n", l);                 // expect: printf-mismatch
  printf("%f\n", u);                 // expect: printf-mismatch
  printf("%d %g\n", u, l);           // expect: printf-mismatch
  printf("%s\n", u);                 // expect: printf-mismatch
  printf("%s\n", a);                 // expect: printf-mismatch
  printf("%s\n", f > 1 ? "x" : "y"); // expect: printf-mismatch
  printf("%s\n", text);              // expect: printf-mismatch
  printf("%s\n", NAMED);             // expect: printf-mismatch
  printf("%p\n", l);                 // expect: printf-mismatch
  printf("%d\n", a);                 // expect: printf-mismatch
  printf("%d\n", "text");            // expect: printf-mismatch
  printf("%d\n");                    // expect: printf-mismatch
  printf("%d and %d\n", u);          // expect: printf-mismatch
  printf("%d\n", four);              // expect: printf-mismatch
  printf("%f\n", reals);             // expect: printf-mismatch
  printf("%v4hld\n", u);             // expect: printf-mismatch
  printf("%v4hld\n", reals);         // expect: printf-mismatch
  printf("%v4hlf\n", four);          // expect: printf-mismatch
  printf("%v2hlf\n", reals);         // expect: printf-mismatch
  printf("%v8hlf\n", reals);         // expect: printf-mismatch
  printf("%v4hd\n", four);           // expect: printf-mismatch
  printf("%v4ld\n", four);           // expect: printf-mismatch
  printf("%v4lf\n", reals);          // expect: printf-mismatch
}
