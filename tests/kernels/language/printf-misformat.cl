// Conversions that OpenCL C's printf does not have, where what is printed is judged.
// launch: global 2 local 2
// prints: judged
// emulator-only: OpenCL C does not say what they print

__kernel void test(void) {
  size_t size = 3;
  long l = 4;
  int4 four = (int4)(1, 2, 3, 4);
  float4 reals = (float4)(1, 2, 3, 4);
  printf("%v4d\n", four);      // expect: printf-mismatch
  printf("%v4f\n", reals);     // expect: printf-mismatch
  printf("%v5hld\n", four);    // expect: printf-mismatch
  printf("%vhld\n", four);     // expect: printf-mismatch
  printf("%v4hlc\n", four);    // expect: printf-mismatch
  printf("%v4hhf\n", reals);   // expect: printf-mismatch
  printf("%v4lld\n", l);       // expect: printf-mismatch
  printf("%hld\n", 3);         // expect: printf-mismatch
  printf("%lld\n", l);         // expect: printf-mismatch
  printf("%lf\n", 1.5f);       // expect: printf-mismatch
  printf("%hf\n", 1.5f);       // expect: printf-mismatch
  printf("%lc\n", 65);         // expect: printf-mismatch
  printf("%ls\n", "text");     // expect: printf-mismatch
  printf("%zu\n", size);       // expect: printf-mismatch
  printf("%*d\n", 3, 4);       // expect: printf-mismatch
  printf("%.*f\n", 3, 4.0f);   // expect: printf-mismatch
  printf("%y\n", 1);           // expect: printf-mismatch
  printf("%n\n", 1);           // expect: printf-mismatch
  printf("%#d\n", 1);          // expect: printf-mismatch
  printf("%05s\n", "text");    // expect: printf-mismatch
  printf("%.2c\n", 'x');       // expect: printf-mismatch
  printf("100 %5%\n");         // expect: printf-mismatch
  printf("100 %");             // expect: printf-mismatch
}
