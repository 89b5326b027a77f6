// An assembler's name that makes a function an instruction of the host
// launch: global 1
// arg: out int[1]
void interrupt(uchar n) __asm__("llvm.x86.int");  // expect: compile-error
__kernel void test(__global int *out) {
  out[0] = 1;
  interrupt(0x80);
}
