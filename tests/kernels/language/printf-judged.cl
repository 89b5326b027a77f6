// What OpenCL C allows of printf is no mismatch where what is printed is judged.
// launch: global 1 local 1
// arg: a float[2]=range
// prints: judged
// emulator-only: a driver without halves does not compile it

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
enum colour { RED, GREEN };

__kernel void test(__global float *a) {
  __local int tile[2];
  uchar byte = 200;
  char small = -56;
  short s = 7;
  ushort us = 7;
  bool yes = true;
  uint u = 63;
  size_t size = 5;
  ulong ul = 5;
  long l = -5;
  float f = 1.5f;
  double d = 2;
  half h = 2;
  enum colour colour = GREEN;
  tile[0] = 1;
  printf("%d %d %d %d %d %c %c %x %X %o %#x %u %lu %lu %lu %ld\n", byte, small, s, us, yes, 'A', 66u, u,
         63, 63, 7, u, size, ul, l, l);
  printf("%5.2f %.1e %g %a %.1f %s %.1s %5d %%\n", f, f, f, f, d, "text", "text", 100);
  printf("%hhd %hd %hhu %hu %hx %i %d %f\n", small, s, byte, us, 70000, u, colour, h);
  printf("%p %p %p %p\n", a, tile, &u, "text");
  printf("%-5d|%+d|% d|%05d|%.3d|%8.3f|%-8s|%#o|%#g|%08.2f\n", 1, 2, 3, 4, 5, f, "left", 8, f, f);
  printf("%v2hhd %v4hd %v4hld %v2ld\n", (char2)(1), (short4)(1), (int4)(1), (long2)(1));
  printf("%v2hhu %v3hx %v8hlu %v16lo\n", (uchar2)(1), (ushort3)(1), (uint8)(1), (ulong16)(1));
  printf("%v3hlf %5.1v4hle %v2lg %v4hf\n", (float3)(1), (float4)(1), (double2)(1), (half4)(1));
  printf("%v4hlx %v2hd\n", (int4)(-1), (ushort2)(1));
  printf("no conversion at all\n");
  printf("more arguments than conversions: %d\n", 1, 2);
  printf("");
  if (u == 0) printf("%d\n", f);
  a[0] = 1; // expect: clean
}
