/* Texts of kernels that reach for what is not theirs: labels, attributes, pragmas,
 * directives, builtins and names of all kinds, put together by a grammar, with
 * bytes in between that compilers read differently. */
#ifndef WB_TESTS_KERNEL_TEXT_H
#define WB_TESTS_KERNEL_TEXT_H

#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "fuzz/lab.h"

struct kernel_text {
  uint64_t random;
  const char *secret; /* the path of a file that no text may read */
  struct wb_str out;
};

#define KERNEL_TEXT_PICK(t, list) \
  (list)[lab_random(&(t)->random) % (sizeof(list) / sizeof((list)[0]))]

static inline bool kernel_text_chance(struct kernel_text *t, unsigned one_in) {
  return lab_random(&t->random) % one_in == 0;
}

/* Blanks, as some compiler may see them. */
static inline void kernel_text_gap(struct kernel_text *t) {
  static const char *const ODD[] = {
      "\r",           "\r\n",    "\n\r",       "\t",           "\f",           "\v",
      "\\\n",         "\\\r\n",  "\\\r",       "\\ \n",        "\\ \t\r\n",    "?\?/\n",
      "?\?/\r\n",     "?\?/ \n", "\xc2\xa0",   "\xe1\x9a\x80", "\xe2\x80\xa8", "\xe3\x80\x80",
      "\xef\xbb\xbf", "/**/",    "/* \\\n */", "// x\r",       "// x \\\n",    "// x?\?/\n",
      "\xff",         "\x01",    "\x7f",       "\xe2\x80\x8b", "%:",           "?\?="};
  if (kernel_text_chance(t, 6))
    wb_str_add(&t->out, KERNEL_TEXT_PICK(t, ODD));
  else if (kernel_text_chance(t, 200))
    wb_str_add_char(&t->out, '\0');
  else
    wb_str_add_char(&t->out, ' ');
}

static inline const char *kernel_text_name(struct kernel_text *t) {
  static const char *const NAMES[] = {"f",
                                      "g",
                                      "h",
                                      "test",
                                      "main",
                                      "memcpy",
                                      "sin",
                                      "barrier",
                                      "printf",
                                      "wbrt_step",
                                      "wbrt_check",
                                      "__wb_same",
                                      "_Z3sinf",
                                      "_Z5fractfPU3AS1f",
                                      "_Z13get_global_idj",
                                      "_Z7barrierj",
                                      "_Z6vload4mPU3AS1Kf",
                                      "_Z10atomic_addPU3AS1Vii",
                                      "LOG_INV_TBL",
                                      "LOGE_TBL",
                                      "__clc_fma",
                                      "get_global_id",
                                      "vload4",
                                      "atomic_add",
                                      "async_work_group_copy",
                                      "getpid",
                                      "llvm",
                                      "system",
                                      "environ",
                                      "__errno_location",
                                      "work_group_reduce_add"};
  return KERNEL_TEXT_PICK(t, NAMES);
}

static inline const char *kernel_text_type(struct kernel_text *t) {
  static const char *const TYPES[] = {"int",
                                      "float",
                                      "float4",
                                      "uchar",
                                      "ulong",
                                      "void",
                                      "int4",
                                      "double",
                                      "half",
                                      "float *",
                                      "global int *",
                                      "local float *",
                                      "constant char *",
                                      "struct s",
                                      "event_t",
                                      "__attribute__((address_space(257))) int *",
                                      "bool",
                                      "size_t",
                                      "_BitInt(65)",
                                      "float3"};
  return KERNEL_TEXT_PICK(t, TYPES);
}

static inline void kernel_text_label(struct kernel_text *t) {
  static const char *const WORDS[] = {"__asm__", "__asm", "asm", "CAT(__as, m__)", "LABEL"};
  static const char *const LABELS[] = {"llvm.x86.int",
                                       "llvm.x86.rdfsbase.64",
                                       "llvm.x86.avx.maskload.ps",
                                       "llvm.masked.load.v4f32.p0",
                                       "llvm.masked.store.v4f32.p0",
                                       "llvm.memcpy.p0.p0.i64",
                                       "llvm.memcpy",
                                       "llvm.fshl.i32",
                                       "llvm.fabs.f32",
                                       "llvm.fabs.v4f32",
                                       "llvm.read_register.i64",
                                       "llvm.eh.sjlj.setjmp",
                                       "llvm.trap",
                                       "llvm.nothing",
                                       "llvm.load.relative.i64",
                                       "llvm.stackrestore",
                                       "llvm.thread.pointer",
                                       "llvm.vp.load.v4f32.p0",
                                       "llvm.dbg.value",
                                       "llvm.lifetime.start.p0",
                                       "llvm.global_ctors",
                                       "llvm.used",
                                       "getpid",
                                       "_Z3sinf",
                                       "wbrt_step",
                                       "wb.same.i32",
                                       "\\1x",
                                       "printf",
                                       "test",
                                       ""};
  wb_str_addf(&t->out, " %s(\"%s\")", KERNEL_TEXT_PICK(t, WORDS), KERNEL_TEXT_PICK(t, LABELS));
}

static inline void kernel_text_attribute(struct kernel_text *t) {
  static const char *const NAMES[] = {"alias(\"f\")",
                                      "ifunc(\"f\")",
                                      "weak",
                                      "weakref",
                                      "section(\".init\")",
                                      "constructor",
                                      "destructor(1)",
                                      "naked",
                                      "target(\"avx\")",
                                      "cleanup(f)",
                                      "visibility(\"hidden\")",
                                      "used",
                                      "unused",
                                      "noinline",
                                      "always_inline",
                                      "aligned(64)",
                                      "packed",
                                      "overloadable",
                                      "annotate(\"x\")",
                                      "nodebug",
                                      "pure",
                                      "const",
                                      "noreturn",
                                      "returns_twice",
                                      "vectorcall",
                                      "mode(TI)",
                                      "address_space(5)",
                                      "ext_vector_type(4)",
                                      "reqd_work_group_size(1,1,1)",
                                      "opencl_unroll_hint",
                                      "enable_if(1, \"\")",
                                      "convergent",
                                      "optnone",
                                      "__weak__",
                                      "malloc",
                                      "nonnull",
                                      "sentinel",
                                      "format(printf, 1, 2)",
                                      "W"};
  static const char *const FORMS[] = {"__attribute__((%s)) ", "__attribute((%s)) ", "[[gnu::%s]] ",
                                      "[[clang::%s]] "};
  static const char *const HOW = "__attribute__((%s)) ";
  const char *form = kernel_text_chance(t, 4) ? KERNEL_TEXT_PICK(t, FORMS) : HOW;
  const char *name = KERNEL_TEXT_PICK(t, NAMES), *at = strstr(form, "%s");
  wb_str_add_bytes(&t->out, form, (size_t)(at - form));
  kernel_text_gap(t);
  wb_str_add(&t->out, name);
  wb_str_add(&t->out, at + 2);
}

static inline void kernel_text_path(struct kernel_text *t) {
  static const char *const PATHS[] = {"../secret.h", "/dev/zero",  "/proc/self/environ",
                                      "stdio.h",     "opencl-c.h", "/dev/stdin",
                                      "tile.h",      "/dev/fd/3"};
  const char quote = kernel_text_chance(t, 3) ? '<' : '"';
  const char *path = kernel_text_chance(t, 2) ? t->secret : KERNEL_TEXT_PICK(t, PATHS);
  wb_str_addf(&t->out, "%c%s%c", quote, path, quote == '<' ? '>' : '"');
}

static inline void kernel_text_directive(struct kernel_text *t) {
  static const char *const HASHES[] = {"#", "#", "#", "%:", "?\?=", "%\\\n:", "\xc2\xa0#"};
  static const char *const READERS[] = {
      "include",      "include_next",          "import", "embed", "__include_macros", "inc\\\nlude",
      "inc\\ \nlude", "pragma GCC dependency", "line 3", "3"};
  static const char *const PRAGMAS[] = {
      "clang __debug crash",
      "clang __debug overflow_stack",
      "clang module build x",
      "clang module import x",
      "clang module begin x",
      "clang section text=\"x\"",
      "clang attribute push(__attribute__((weak)), apply_to = function)",
      "weak f",
      "redefine_extname f getpid",
      "GCC visibility push(hidden)",
      "GCC poison kernel",
      "pack(1)",
      "unroll",
      "STDC FP_CONTRACT ON",
      "STDC FENV_ACCESS ON",
      "OPENCL EXTENSION all : disable",
      "clang diagnostic ignored \"-Wall\"",
      "clang fp exceptions(strict)",
      "comment(lib, \"c\")",
      "push_macro(\"int\")",
      "message(\"x\")",
      "clang __debug llvm_fatal_error"};
  static const char *const DEFINES[] = {"define CAT(a, b) a##b",
                                        "define W weak",
                                        "define LABEL __asm__",
                                        "define int long",
                                        "define __wb_same(x) 1",
                                        "undef __has_include",
                                        "line 4294967290",
                                        "line 2147483647",
                                        "define kernel",
                                        "define EMPTY",
                                        "error x",
                                        "warning x",
                                        "if __has_include(\"/etc/passwd\")\n#endif"};
  wb_str_add_char(&t->out, '\n');
  wb_str_add(&t->out, KERNEL_TEXT_PICK(t, HASHES));
  kernel_text_gap(t);
  switch (lab_random(&t->random) % 4) {
    case 0:
    case 1:
      wb_str_add(&t->out, KERNEL_TEXT_PICK(t, READERS));
      kernel_text_gap(t);
      kernel_text_path(t);
      break;
    case 2:
      wb_str_addf(&t->out, "pragma %s", KERNEL_TEXT_PICK(t, PRAGMAS));
      break;
    default:
      wb_str_add(&t->out, KERNEL_TEXT_PICK(t, DEFINES));
      break;
  }
  wb_str_add_char(&t->out, '\n');
}

static inline void kernel_text_expression(struct kernel_text *t, unsigned depth) {
  static const char *const LEAVES[] = {"1",
                                       "0",
                                       "3.5f",
                                       "out[0]",
                                       "out",
                                       "x",
                                       "get_global_id(0)",
                                       "(int4)(1)",
                                       "\"text\"",
                                       "f",
                                       "&x",
                                       "1000000000",
                                       "(size_t)out",
                                       "T[1]",
                                       "p",
                                       "sizeof(int)",
                                       "__LINE__",
                                       "0x7fffffffffffffff"};
  static const char *const CALLS[] = {"__builtin_memcpy",
                                      "__builtin_alloca",
                                      "__builtin_frame_address",
                                      "__builtin_trap",
                                      "__builtin_assume_aligned",
                                      "__builtin_nontemporal_load",
                                      "__builtin_readcyclecounter",
                                      "__builtin_ia32_rdtsc",
                                      "__nvvm_ldg_f",
                                      "__builtin_powif",
                                      "__builtin_object_size",
                                      "__builtin_shufflevector",
                                      "__builtin_setjmp",
                                      "__builtin_va_start",
                                      "__builtin_return_address",
                                      "__c11_atomic_load",
                                      "__sync_fetch_and_add",
                                      "__builtin_prefetch",
                                      "__builtin_launder",
                                      "__builtin_bit_cast",
                                      "__builtin_elementwise_sin",
                                      "__builtin_reduce_add",
                                      "__builtin_frexp",
                                      "vload4",
                                      "fract",
                                      "printf",
                                      "atomic_add",
                                      "barrier",
                                      "tgamma",
                                      "log",
                                      "shuffle",
                                      "sincos"};
  static const char *const SIGNS[] = {"+", "/", "<<", "==", "&&", ",", "=", "*", "%", "->", "["};
  const unsigned which = depth > 3 ? 0 : (unsigned)(lab_random(&t->random) % 5);
  if (which < 2) {
    wb_str_add(&t->out, KERNEL_TEXT_PICK(t, LEAVES));
  } else if (which == 2) {
    kernel_text_expression(t, depth + 1);
    kernel_text_gap(t);
    wb_str_add(&t->out, KERNEL_TEXT_PICK(t, SIGNS));
    kernel_text_expression(t, depth + 1);
  } else if (which == 3) {
    wb_str_addf(&t->out, "(%s)(", kernel_text_type(t));
    kernel_text_expression(t, depth + 1);
    wb_str_add_char(&t->out, ')');
  } else {
    wb_str_addf(&t->out, "%s(",
                kernel_text_chance(t, 2) ? kernel_text_name(t) : KERNEL_TEXT_PICK(t, CALLS));
    for (unsigned n = (unsigned)(lab_random(&t->random) % 4); n > 0; n--) {
      kernel_text_expression(t, depth + 1);
      if (n > 1) wb_str_add_char(&t->out, ',');
    }
    wb_str_add_char(&t->out, ')');
  }
}

static inline void kernel_text_declaration(struct kernel_text *t) {
  static const char *const VARIABLES[] = {"constant int T[1 << 20] = {1};",
                                          "constant int T[1 << 28] = {1};",
                                          "constant void *p = &p;",
                                          "extern constant float LOG_INV_TBL[];",
                                          "global int G[4];",
                                          "constant int T[2] = {1, 2};",
                                          "struct s { int a; char b[3]; };",
                                          "enum { A = 1, B };",
                                          "static __thread int tls;",
                                          "constant _Thread_local int tls = 1;",
                                          "__asm__(\".globl x\");",
                                          "_Pragma(\"clang __debug crash\")",
                                          "typedef __attribute__((address_space(256))) int gs;"};
  if (kernel_text_chance(t, 3)) {
    if (kernel_text_chance(t, 3)) kernel_text_attribute(t);
    wb_str_addf(&t->out, "%s\n", KERNEL_TEXT_PICK(t, VARIABLES));
    return;
  }
  if (kernel_text_chance(t, 2)) kernel_text_attribute(t);
  wb_str_addf(&t->out, "%s", kernel_text_type(t));
  kernel_text_gap(t);
  wb_str_addf(&t->out, "%s(%s x, %s p)", kernel_text_name(t), kernel_text_type(t),
              kernel_text_type(t));
  if (kernel_text_chance(t, 3)) kernel_text_label(t);
  if (kernel_text_chance(t, 2)) {
    wb_str_add(&t->out, ";\n");
    return;
  }
  wb_str_add(&t->out, " { return ");
  kernel_text_expression(t, 1);
  wb_str_add(&t->out, "; }\n");
}

static inline void kernel_text_statement(struct kernel_text *t) {
  static const char *const PLAIN[] = {"int x[4]; x[0] = 1;",
                                      "struct s y; y.a = 1;",
                                      "barrier(1);",
                                      "goto l; l:;",
                                      "const void *l = &&m; goto *l; m:;",
                                      "__asm__(\"nop\");",
                                      "asm(\"nop\");",
                                      "for (int i = 0; i < 3; i++) out[0] += i;",
                                      "local int L[8]; L[0] = out[0];",
                                      "switch (out[0]) { case 1: break; }",
                                      "int v[out[0]];",
                                      "out[0] = T[out[1]];",
                                      "return;"};
  if (kernel_text_chance(t, 3)) {
    wb_str_addf(&t->out, "  %s\n", KERNEL_TEXT_PICK(t, PLAIN));
    return;
  }
  wb_str_add(&t->out, kernel_text_chance(t, 2) ? "  out[0] = " : "  ");
  kernel_text_expression(t, 0);
  wb_str_add(&t->out, ";\n");
}

/* Replaces t->out by the next text. */
static inline void kernel_text_make(struct kernel_text *t) {
  wb_str_clear(&t->out);
  if (kernel_text_chance(t, 16)) wb_str_add(&t->out, "\xef\xbb\xbf");
  for (unsigned n = (unsigned)(lab_random(&t->random) % 4); n > 0; n--) {
    if (kernel_text_chance(t, 3))
      kernel_text_directive(t);
    else
      kernel_text_declaration(t);
  }
  if (kernel_text_chance(t, 4)) kernel_text_attribute(t);
  wb_str_add(&t->out, "kernel");
  kernel_text_gap(t);
  wb_str_add(&t->out,
             kernel_text_chance(t, 8) ? "void test() {\n" : "void test(global int *out) {\n");
  for (unsigned n = (unsigned)(lab_random(&t->random) % 4); n > 0; n--) kernel_text_statement(t);
  wb_str_add(&t->out, "}\n");
  if (kernel_text_chance(t, 12)) kernel_text_directive(t);
}

#endif
