/* Text that is nearly OpenCL C, or far from it: what an emulator's front end
 * must refuse with a word, and never crash or hang on. */
#ifndef WB_TESTS_BROKEN_H
#define WB_TESTS_BROKEN_H

#include <string.h>

#include "base/str.h"
#include "fuzz/lab.h"

/* ---- by hand ---------------------------------------------------------------------- */

#define KERNEL(body) "__kernel void test(__global float *out, __global const float *a) {" body "}\n"
static const char *const BROKEN_BY_HAND[] = {
    "",
    "\n",
    "/*",
    "//",
    "\"",
    "'",
    "#",
    "#include",
    "#include <stdio.h>\n",
    "#include \"/etc/passwd\"\n",
    "#if\n#if\n#if\n",
    "#else\n",
    "#error \033[31mred\n",
    "#pragma OPENCL EXTENSION all : enable\n" KERNEL("out[0] = a[0];"),
    "#line 0 \"x\"\n" KERNEL("out[0] = b;"),
    "#line 4000000000\n" KERNEL("out[0] = b;"),
    "__kernel",
    "__kernel void test(",
    "__kernel void test() {",
    "kernel void test(global float *out) { out[0] = ; }",
    "kernel int test(void) { return 1; }",
    "kernel void test(float **p) {}",
    "kernel void test(global float *global *p) { p[0][0] = 1; }",
    "kernel void test(bool b, size_t n, event_t e) {}",
    "kernel void test(struct nothing s) {}",
    "kernel void test(global void *p) { *p = 1; }",
    "kernel void test(image2d_t i, sampler_t s) { }",
    "kernel void test(pipe int p) { }",
    "kernel void test(queue_t q) { }",
    "kernel void test(int n, ...) { }",
    "kernel void test(half h) { }",
    "typedef struct s { struct s t; } s; kernel void test(s x) {}",
    "struct e {}; kernel void test(global struct e *p) { p[0] = p[1]; }",
    "kernel void test(global float *out) { float x[]; out[0] = x[0]; }",
    KERNEL("float x[0]; out[0] = x[0];"),
    KERNEL("float x[-1]; out[0] = x[0];"),
    KERNEL("float x[1 << 30]; x[0] = 1; out[0] = x[0];"),
    KERNEL("float x[1UL << 61]; out[0] = x[0];"),
    KERNEL("__local float x[1UL << 40]; out[0] = x[0];"),
    KERNEL("__local float x[1 << 28]; x[0] = 1; out[0] = x[0];"),
    KERNEL("__private float x[100000][1000]; out[0] = x[0][0];"),
    "__constant float big[1 << 26] = {1}; " KERNEL("out[0] = big[3];"),
    "__constant float c[] = {}; " KERNEL("out[0] = c[0];"),
    "__constant float c; " KERNEL("out[0] = c;"),
    "__global float g; " KERNEL("out[0] = g;"),
    "float g = 1; " KERNEL("out[0] = g;"),
    "extern float g; " KERNEL("out[0] = g;"),
    "extern float f(float); " KERNEL("out[0] = f(1);"),
    "float f(float x); float f(float x) { return f(x); } " KERNEL("out[0] = f(1);"),
    "float f(); " KERNEL("out[0] = f(1);"),
    "static float f(float x) { return x; } " KERNEL("float (*p)(float) = f; out[0] = p(1);"),
    KERNEL("goto *(&&x); x: out[0] = 1;"),
    KERNEL("x: goto x;"),
    KERNEL("goto x; { float y[2]; x: out[0] = y[0]; }"),
    KERNEL("int n = 3; float x[n]; out[0] = x[0];"),
    KERNEL("switch (1) { int x; case 1: out[0] = x; }"),
    KERNEL("asm(\"nop\");"),
    KERNEL("__asm__ volatile(\"mov %0, 1\" : \"=r\"(out));"),
    "asm(\".globl x\"); " KERNEL("out[0] = 1;"),
    KERNEL("__builtin_trap();"),
    KERNEL("__builtin_unreachable();"),
    KERNEL("__builtin_debugtrap();"),
    KERNEL("out[0] = __builtin_return_address(0) != 0;"),
    KERNEL("out[0] = __builtin_frame_address(0) != 0;"),
    KERNEL("float *p = __builtin_alloca(1 << 30); p[0] = 1; out[0] = p[0];"),
    KERNEL("float *p = __builtin_alloca((int)a[0]); p[0] = 1; out[0] = p[0];"),
    KERNEL("__builtin_memcpy(out, a, 1UL << 40);"),
    KERNEL("__builtin_memset(out, 0, (size_t)-1);"),
    KERNEL("__builtin_memmove(out, a, 8);"),
    KERNEL("__builtin_prefetch(out); out[0] = 1;"),
    KERNEL("out[0] = __builtin_expect(a[0] > 0, 1);"),
    KERNEL("__builtin_assume(a[0] > 1e9f); out[0] = a[0];"),
    KERNEL("out[0] = __builtin_sin(a[0]);"),
    KERNEL("out[0] = __builtin_powi(a[0], 3);"),
    KERNEL("out[0] = __builtin_shufflevector((float2)(1), (float2)(2), 0, 9).x;"),
    KERNEL("out[0] = __builtin_shufflevector((float2)(1), (float2)(2), 0, -1).y;"),
    KERNEL("out[0] = __builtin_convertvector((int4)(1), float4).x;"),
    KERNEL("out[0] = __builtin_readcyclecounter();"),
    KERNEL("__builtin_longjmp((void *)out, 1);"),
    KERNEL("void *p[5]; out[0] = __builtin_setjmp(p);"),
    KERNEL("__builtin_printf(\"%s%n\", \"x\", out);"),
    KERNEL("printf(\"%s\\n\", (char *)a);"),
    KERNEL("printf(\"%d %d %d\\n\", 1);"),
    KERNEL("printf(\"%*d\\n\", 100000000, 1);"),
    KERNEL("printf(\"%.100000000f\\n\", 1.0f);"),
    KERNEL("printf(\"%v4hlf\\n\", (float4)(1));"),
    KERNEL("printf(\"%n\\n\");"),
    KERNEL("printf(\"%\\n\");"),
    KERNEL("printf(0);"),
    KERNEL("out[0] = __nvvm_read_ptx_sreg_tid_x();"),
    KERNEL("__nvvm_bar0(); out[0] = 1;"),
    KERNEL("__syncthreads(); out[0] = 1;"),
    KERNEL("out[0] = __nvvm_ex2_approx_f(a[0]);"),
    KERNEL("out[0] = __nvvm_atom_add_gen_i((int *)0, 1);"),
    KERNEL("out[0] = __nvvm_ldg_f(a);"),
    KERNEL("__nvvm_membar_gl();"),
    KERNEL("out[0] = __c11_atomic_load((_Atomic int *)0, 5);"),
    KERNEL("__atomic_store_n((int *)0, 1, 5);"),
    KERNEL("out[0] = __sync_fetch_and_add((__global int *)out, 1);"),
    KERNEL("__atomic_thread_fence(5);"),
    KERNEL("__attribute__((opencl_unroll_hint(1000000))) for (int i = 0; i < 4; i++) out[i] = 1;"),
    KERNEL("#pragma unroll 1000000\nfor (int i = 0; i < 4; i++) out[i] = 1;"),
    KERNEL("_Pragma(\"clang loop vectorize(enable)\") for (int i = 0; i < 4; i++) out[i] = 1;"),
    "__attribute__((reqd_work_group_size(0, 0, 0))) " KERNEL("out[0] = 1;"),
    "__attribute__((reqd_work_group_size(-1, 1, 1))) " KERNEL("out[0] = 1;"),
    "__attribute__((reqd_work_group_size(4000000000, 4000000000, 1))) " KERNEL("out[0] = 1;"),
    "__attribute__((work_group_size_hint(1, 2))) " KERNEL("out[0] = 1;"),
    "__attribute__((vec_type_hint(float4))) " KERNEL("out[0] = 1;"),
    "__attribute__((intel_reqd_sub_group_size(64))) " KERNEL("out[0] = 1;"),
    "__attribute__((nonsense)) " KERNEL("out[0] = 1;"),
    "__attribute__((naked)) " KERNEL("out[0] = 1;"),
    "__attribute__((noreturn)) " KERNEL("out[0] = 1;"),
    "__attribute__((constructor)) void f(void) {} " KERNEL("out[0] = 1;"),
    "__attribute__((weak)) " KERNEL("out[0] = 1;"),
    "__attribute__((alias(\"test\"))) void f(void); " KERNEL("out[0] = 1;"),
    "__attribute__((section(\".text\"))) " KERNEL("out[0] = 1;"),
    "__attribute__((target(\"avx512f\"))) " KERNEL("out[0] = 1;"),
    "__attribute__((optnone, noinline)) " KERNEL("out[0] = 1;"),
    "__attribute__((cold, hot)) " KERNEL("out[0] = 1;"),
    "__attribute__((always_inline)) " KERNEL("out[0] = 1;"),
    "__attribute__((visibility(\"hidden\"))) " KERNEL("out[0] = 1;"),
    "__attribute__((device)) " KERNEL("out[0] = 1;"),
    "__attribute__((noinline)) float f(float x) { return x; } " KERNEL("out[0] = f(a[0]);"),
    "__attribute__((pure)) float f(global float *p) { p[0] = 2; return 1; } " KERNEL(
        "out[0] = f(out);"),
    "__attribute__((const)) float f(void) { for (;;); } " KERNEL("f(); out[0] = 1;"),
    "__attribute__((cleanup(f))) int x; " KERNEL("out[0] = 1;"),
    "void f(int *p) {} " KERNEL("__attribute__((cleanup(f))) int x = 1; out[0] = x;"),
    "struct __attribute__((packed)) s { char c; float4 v; }; " KERNEL(
        "struct s x; x.v = (float4)(1); out[0] = x.v.x;"),
    "struct __attribute__((aligned(4096))) s { char c; }; " KERNEL(
        "struct s x; x.c = 1; out[0] = x.c;"),
    "struct __attribute__((aligned(1 << 29))) s { char c; }; " KERNEL(
        "struct s x; x.c = 1; out[0] = x.c;"),
    "struct s { int b : 3; int : 0; int c : 31; }; " KERNEL(
        "struct s x; x.b = 9; x.c = 4; out[0] = x.b + x.c;"),
    "union u { float f; double d; char c[64]; }; " KERNEL("union u x; x.f = 1; out[0] = x.f;"),
    "enum e { A = 1LL << 40 }; " KERNEL("enum e x = A; out[0] = x;"),
    "typedef float huge __attribute__((ext_vector_type(64))); " KERNEL(
        "huge x = 1; out[0] = x.s0;"),
    "typedef float odd __attribute__((ext_vector_type(5))); " KERNEL("odd x = 1; out[0] = x.s4;"),
    "typedef bool b8 __attribute__((ext_vector_type(8))); " KERNEL("b8 x = 1; out[0] = x.s1;"),
    "typedef _BitInt(129) wide; " KERNEL("wide x = 1; out[0] = (float)(x << 128 >> 127);"),
    KERNEL("_BitInt(37) x = (int)a[0]; out[0] = x * 3;"),
    KERNEL("__int128 x = 1; out[0] = (float)(x << 100 >> 99);"),
    KERNEL("long double x = 1; out[0] = x;"),
    KERNEL("_Complex float x = 1; out[0] = __real__ x;"),
    KERNEL("_Float16 x = 1; out[0] = x;"),
    KERNEL("__fp16 x = 1; out[0] = x;"),
    KERNEL("__bf16 x; out[0] = 1;"),
    KERNEL("double x = a[0]; out[0] = x;"),
    KERNEL("half x = 1; out[0] = x;"),
    KERNEL("_Atomic int x; x++; out[0] = x;"),
    KERNEL("volatile int x = 1; out[0] = x;"),
    KERNEL("register int x = 1; out[0] = x;"),
    KERNEL("static int x = 1; out[0] = x++;"),
    KERNEL("static __local int x; x = 1; out[0] = x;"),
    KERNEL("extern __local int x[]; x[0] = 1; out[0] = x[0];"),
    KERNEL("__thread int x; out[0] = 1;"),
    KERNEL("auto x = 1; out[0] = x;"),
    KERNEL("int x = sizeof(int[(int)a[0]]); out[0] = x;"),
    KERNEL("out[0] = ({ int y = 3; y; });"),
    KERNEL("int (^b)(void) = ^{ return 1; }; out[0] = b();"),
    KERNEL("float *p = (float *)0x1000; out[0] = *p;"),
    KERNEL("float *p = (float *)(size_t)out; out[0] = *p;"),
    KERNEL("__global float *p = 0; out[0] = p[(size_t)-1 / 4];"),
    KERNEL("__local float *p = (__local float *)8; out[0] = *p;"),
    KERNEL("__constant float *p = (__constant float *)out; out[0] = *p;"),
    KERNEL("((void (*)(void))out)();"),
    KERNEL("out[(long)a] = 1;"),
    KERNEL("out[0x7fffffffffffffff] = 1;"),
    KERNEL("(&out[0])[-0x7fffffff] = 1;"),
    KERNEL("int x = 1 / 0; out[0] = x;"),
    KERNEL("int x = 1 << 99; out[0] = x;"),
    KERNEL("int x = (int)1e30f; out[0] = x;"),
    KERNEL("out[0] = ((float4)(1)).s4;"),
    KERNEL("out[0] = ((float4)(1))[(int)a[0] * 1000000];"),
    KERNEL("barrier(); out[0] = 1;"),
    KERNEL("barrier(12345678); out[0] = 1;"),
    KERNEL("barrier((int)a[0]); out[0] = 1;"),
    KERNEL("work_group_barrier(3, 99); out[0] = 1;"),
    KERNEL("mem_fence(-1); out[0] = 1;"),
    KERNEL("wait_group_events(1, 0); out[0] = 1;"),
    KERNEL("wait_group_events(-1, (event_t *)out); out[0] = 1;"),
    KERNEL("event_t e; wait_group_events(1000000000, &e); out[0] = 1;"),
    KERNEL("__local float t[4]; async_work_group_copy(t, a, (size_t)-1, 0); out[0] = 1;"),
    KERNEL("__local float t[4]; async_work_group_copy(t, a, 4, (event_t)7); out[0] = 1;"),
    KERNEL("__local float t[4]; async_work_group_strided_copy(t, a, 4, 1UL << 62, 0);"),
    KERNEL("prefetch(a, 1UL << 60); out[0] = 1;"),
    KERNEL("vstore16((float16)(1), 1UL << 58, out);"),
    KERNEL("out[0] = get_global_id(0xffffffff) + get_local_size(77);"),
    KERNEL("out[0] = shuffle((float2)(1, 2), (uint16)(99)).s7;"),
    KERNEL("out[0] = atomic_cmpxchg((volatile __global int *)out, 1, 2);"),
    KERNEL("out[0] = read_imagef((image2d_t)0, (int2)(0)).x;"),
    KERNEL("enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{});"),
    KERNEL("out[0] = sub_group_reduce_add(1);"),
    KERNEL("while (1);"),
    KERNEL("for (;;) barrier(3);"),
    KERNEL("int x; while (x) x++; out[0] = x;"),
    KERNEL("return; out[0] = 1;"),
    KERNEL("}"),
    KERNEL("{"),
    KERNEL("@$`\\"),
    "kernel void \xc3\xa9t\xc3\xa9(global int *p) { p[0] = 1; }",
    "kernel void test(global int *\xff\xfe) { }",
    "\xef\xbb\xbf" KERNEL("out[0] = 1;"),
    "\xff\xfe\x00",
    "%:define X <%%>\n" KERNEL("out[0] = 1;"),
    "?\?=define X\n" KERNEL("out[0] = 1;"),
    "kernel void test(void) { test(); }",
    "kernel void main(void) { }",
    "kernel void memcpy(global int *p) { p[0] = 1; }",
    "kernel void wbrt_check(global int *p) { p[0] = 1; }",
    "void wbrt_step(int a) {} " KERNEL("wbrt_step(1); out[0] = 1;"),
    "void barrier(int a) {} " KERNEL("barrier(1); out[0] = 1;"),
    "float sin(float x) { return x; } " KERNEL("out[0] = sin(1.0f);"),
    "size_t get_global_id(uint d) { return 99; } " KERNEL("out[get_global_id(0)] = 1;"),
    "target datalayout = \"e\"\ndefine void @test() { ret void }",
    "kernel void a(void) {} kernel void a(void) {}",
    "kernel void test(global int *p) { kernel void x(void); p[0] = 1; }",
    "template <class T> T f(T x) { return x; } " KERNEL("out[0] = f(1);"),
    "__kernel __attribute__((overloadable)) void test(global int *p) { p[0] = 1; }",
};
#undef KERNEL
enum { N_BROKEN_BY_HAND = sizeof BROKEN_BY_HAND / sizeof BROKEN_BY_HAND[0] };

/* ---- large ----------------------------------------------------------------------------- */

static inline void broken_repeat(struct wb_str *out, const char *text, unsigned count) {
  for (unsigned i = 0; i < count; i++) wb_str_add(out, text);
}

static inline void broken_nested(struct wb_str *out, const char *head, const char *open,
                                 const char *middle, const char *close, unsigned depth) {
  wb_str_add(out, "__kernel void test(__global float *out, __global const float *a) {");
  wb_str_add(out, head);
  broken_repeat(out, open, depth);
  wb_str_add(out, middle);
  broken_repeat(out, close, depth);
  wb_str_add(out, "}\n");
}

enum { N_BROKEN_LARGE = 12 };

/* Appends the which-th text that is large or deep. */
static inline void broken_large(unsigned which, struct wb_str *out) {
  switch (which) {
    case 0:
      broken_nested(out, "out[0] = ", "(", "1", ")", 20000);
      wb_str_add(out, ";");
      break;
    case 1:
      broken_nested(out, "", "{", "out[0] = 1;", "}", 20000);
      break;
    case 2:
      broken_nested(out, "", "if (a[0] > 1) {", "out[0] = 1;", "}", 200);
      break;
    case 3:
      broken_nested(out, "out[0] = ", "-", "1;", "", 50000);
      break;
    case 4:
      broken_nested(out, "", "for (int i = 0; i < 2; i++) {", "out[0] = 1;", "}", 60);
      break;
    case 5: /* doubles sixty times */
      wb_str_add(out, "#define M0 out[0] = 1;\n");
      for (int i = 1; i < 60; i++) wb_str_addf(out, "#define M%d M%d M%d\n", i, i - 1, i - 1);
      broken_nested(out, "M59", "", "", "", 0);
      break;
    case 6:
      broken_nested(out, "out[0] = 1;", "          ", "", "", 200000);
      break;
    case 7:
      broken_nested(out, "", "out[0] += a[0];\n", "", "", 20000);
      break;
    case 8:
      for (int i = 0; i < 3000; i++) wb_str_addf(out, "kernel void k%d(global int *p) {}\n", i);
      break;
    case 9:
      for (int i = 0; i < 2000; i++)
        wb_str_addf(out, "float f%d(float x) { return %s; }\n", i, i == 0 ? "x" : "x + 1");
      broken_nested(out, "out[0] = f1999(1);", "", "", "", 0);
      break;
    case 10: /* calls double thirty times */
      wb_str_add(out, "float f0(float x) { return x * 2; }\n");
      for (int i = 1; i < 30; i++)
        wb_str_addf(out, "float f%d(float x) { return f%d(x) + f%d(x + 1); }\n", i, i - 1, i - 1);
      broken_nested(out, "out[0] = f29(1);", "", "", "", 0);
      break;
    default:
      wb_str_add(out, "struct s0 { int x[2]; };\n");
      for (int i = 1; i < 30; i++) wb_str_addf(out, "struct s%d { struct s%d a, b; };\n", i, i - 1);
      broken_nested(out, "struct s29 s; s.a.a.a.b = s.b.b.b.a; out[0] = 1;", "", "", "", 0);
      break;
  }
}

/* ---- at random --------------------------------------------------------------------------- */

/* The end of the token at `at`: a word, or one character. */
static inline size_t broken_token(const struct wb_str *text, size_t at) {
  static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  size_t length = strspn(text->data + at, word);
  return at + (length > 0 ? length : 1);
}

static inline void broken_splice(struct wb_str *text, size_t start, size_t length, const char *with,
                                 size_t with_length) {
  struct wb_str out;
  wb_str_init(&out);
  wb_str_add_bytes(&out, text->data, start);
  wb_str_add_bytes(&out, with, with_length);
  wb_str_add_bytes(&out, text->data + start + length, text->length - start - length);
  wb_str_release(text);
  *text = out;
}

static const char *const BROKEN_WORDS[] = {"0",
                                           "-1",
                                           "0x7fffffff",
                                           "4294967296",
                                           "1e39f",
                                           "NULL",
                                           "int",
                                           "float4",
                                           "uchar16",
                                           "double",
                                           "__local",
                                           "__global",
                                           "__constant",
                                           "const",
                                           "struct",
                                           "volatile",
                                           "(",
                                           ")",
                                           "{",
                                           "}",
                                           "[",
                                           "]",
                                           ";",
                                           ",",
                                           "*",
                                           "&",
                                           "->",
                                           ".",
                                           "/",
                                           "%",
                                           "<<",
                                           "?",
                                           ":",
                                           "goto",
                                           "return",
                                           "break",
                                           "continue",
                                           "switch",
                                           "case 1:",
                                           "default:",
                                           "while",
                                           "do",
                                           "barrier(CLK_LOCAL_MEM_FENCE);",
                                           "get_local_id(0)",
                                           "out",
                                           "\"",
                                           "'",
                                           "/*",
                                           "*/",
                                           "\\\n",
                                           "#define x",
                                           "\n#if 1\n",
                                           "sizeof",
                                           "(float4)",
                                           "vload4(0, a)",
                                           "as_int(1.0f)",
                                           "convert_char_sat(300)",
                                           "s0123",
                                           "lo",
                                           "__attribute__((packed))",
                                           "unsigned",
                                           "typedef",
                                           "static",
                                           "extern",
                                           "inline",
                                           "event_t",
                                           "half"};

static inline void broken_change(struct wb_str *text, uint64_t *random) {
  uint64_t bits = lab_random(random);
  size_t at = text->length > 0 ? (size_t)(bits >> 16) % text->length : 0;
  size_t end = text->length > 0 ? broken_token(text, at) : 0;
  const char *word = BROKEN_WORDS[(bits >> 8) % (sizeof BROKEN_WORDS / sizeof BROKEN_WORDS[0])];
  const char byte = (char)(bits >> 40);
  char *copy = wb_strndup(text->data + at, end - at);
  switch (bits % 8) {
    case 0:
      broken_splice(text, at, end - at, "", 0);
      break;
    case 1:
      broken_splice(text, at, 0, copy, strlen(copy));
      break;
    case 2: { /* moves a token elsewhere */
      size_t to = (size_t)(bits >> 32) % (at + 1);
      broken_splice(text, at, end - at, "", 0);
      broken_splice(text, to, 0, copy, strlen(copy));
      break;
    }
    case 3:
      broken_splice(text, at, end - at, word, strlen(word));
      break;
    case 4:
      broken_splice(text, at, 0, word, strlen(word));
      break;
    case 5:
      broken_splice(text, at, end > at ? 1 : 0, &byte, 1); /* any byte, NUL too */
      break;
    case 6:
      if ((bits >> 48) % 8 == 0) broken_splice(text, at, text->length - at, "", 0);
      break;
    default: { /* repeats a line */
      size_t line = at;
      while (line > 0 && text->data[line - 1] != '\n') line--;
      char *whole = wb_strndup(text->data + line, strcspn(text->data + line, "\n") + 1);
      broken_splice(text, line, 0, whole, strlen(whole));
      free(whole);
      break;
    }
  }
  free(copy);
}

#endif
