/* Kernels' texts that reach for what is not theirs: files of the machine, the
 * assembler, the linker, the compiler itself. Each is tried twice: as it is, and
 * with the look at the text switched off, so that what stands behind it holds alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "device/precheck.h"
#include "fuzz/lab.h"
#include "tap.h"

#define CANARY "wb_canary_7f3a91"
#define KERNEL "kernel void test(global int *out) { out[0] = 1; }\n"

/* A folder with a file that nobody may read, and a course's include folder in it. */
struct place {
  char folder[64];
  char *secret, *include;
};

static bool write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  bool written = file != NULL && fputs(text, file) >= 0;
  if (file != NULL) written &= fclose(file) == 0;
  return written;
}

static bool begin(struct place *place) {
  strcpy(place->folder, "/tmp/wb-contained-XXXXXX");
  if (!CHECK(mkdtemp(place->folder) != NULL)) return false;
  place->secret = wb_path_join(place->folder, "secret.h");
  place->include = wb_path_join(place->folder, "include");
  char *header = wb_path_join(place->include, "tile.h");
  char *nested = wb_path_join(place->include, "nested.h");
  bool good = CHECK(wb_make_directories(place->include, NULL) == WB_OK) &&
              CHECK(write_file(place->secret, "int " CANARY " = ;\n")) &&
              CHECK(write_file(header, "#define TILE 4\n")) &&
              CHECK(write_file(nested, "#include \"tile.h\"\n"));
  free(header);
  free(nested);
  return good;
}

static void end(struct place *place) {
  char *files[] = {wb_path_join(place->include, "tile.h"),
                   wb_path_join(place->include, "nested.h")};
  for (size_t i = 0; i < 2; i++) {
    unlink(files[i]);
    free(files[i]);
  }
  unlink(place->secret);
  rmdir(place->include);
  rmdir(place->folder);
  free(place->secret);
  free(place->include);
}

static enum wb_status build(struct wb_device *device, const struct place *place, const char *text,
                            size_t length, struct wb_build_result *built) {
  struct wb_error err = {0};
  const struct wb_build_request request = {.source = text,
                                           .length = length,
                                           .file_name = "kernel.cl",
                                           .include_directory = place->include,
                                           .options = "",
                                           .time_limit_ms = 20000};
  wb_build_result_init(built);
  enum wb_status status = wb_device_build(device, &request, built, &err);
  if (status != WB_OK && status != WB_ERR_COMPILE) printf("# %d %s\n", (int)status, err.message);
  if (built->program != 0) wb_program_release(device, built->program, NULL);
  return status;
}

/* The texts: %s is the secret file's path. A name of "-" is for texts that compile
 * where nobody looks at them, with nothing of the secret in it. */
static const char *const REACHING[] = {
    "#include \"%s\"\n" KERNEL,
    "  #  include <%s>\n" KERNEL,
    "int x;\r#include \"%s\"\r\n" KERNEL,
    "#inc\\\rlude \"%s\"\n" KERNEL,
    "#inc\\ \nlude \"%s\"\n" KERNEL,
    "#inc\\ \t \r\nlude \"%s\"\n" KERNEL,
    "#inc?\?/\r\nlude \"%s\"\n" KERNEL,
    "#inc?\?/ \nlude \"%s\"\n" KERNEL,
    "%%\\\n:include \"%s\"\n" KERNEL,
    "%%\\ \n:include \"%s\"\n" KERNEL,
    "?\?=include \"%s\"\n" KERNEL,
    "\xc2\xa0#include \"%s\"\n" KERNEL,
    "#\xc2\xa0include \"%s\"\n" KERNEL,
    "#include\xc2\xa0\"%s\"\n" KERNEL,
    "\xe1\x9a\x80#include \"%s\"\n" KERNEL,
    "\xe2\x80\x83#\xe3\x80\x80include \"%s\"\n" KERNEL,
    "\f#\vinclude \"%s\"\n" KERNEL,
    "// comment \\ \n/* \n#include \"%s\"\n*/\n//\r#include \"%s\"\n" KERNEL,
    "#define F \"%s\"\n#include F\n" KERNEL,
    "#include_next \"%s\"\n" KERNEL,
    "#import \"%s\"\n" KERNEL,
    "#__include_macros \"%s\"\n" KERNEL,
    "constant char t[] = {\n#embed \"%s\"\n};\n" KERNEL,
    "constant char t[] = {\n\xc2\xa0#embed \"%s\"\n};\n" KERNEL,
    "#include \"../secret.h\"\n" KERNEL,
    "#include <../secret.h>\n" KERNEL,
    "#include \"..\\\n/secret.h\"\n" KERNEL,
    "#include \"secret.h\"\n" KERNEL,
    "#include <stdio.h>\n" KERNEL,
    "#include <opencl-c.h>\n" KERNEL,
    "#include \"/dev/zero\"\n" KERNEL,
    "#include \"/dev/stdin\"\n" KERNEL,
    "#include \"/dev/fd/0\"\n" KERNEL,
    "#include \"/proc/self/environ\"\n" KERNEL,
    "#pragma clang module load x\n#include \"%s\"\n" KERNEL,
};

/* What says something about files without reading them, or of them. */
static const char *const PROBING[] = {
    "#pragma GCC dependency \"%s\"\n" KERNEL,
    "_Pragma(\"GCC dependency \\\"%s\\\"\")\n" KERNEL,
    "#line 3 \"%s\"\n" KERNEL "int x = y;\n",
    "# 3 \"%s\" 1 3\n" KERNEL "int x = y;\n",
    "\xc2\xa0#line 3 \"%s\"\n" KERNEL "int x = y;\n",
    "#define F 3 \"%s\"\n#line F\n" KERNEL "int x = y;\n",
    "#line 3 \"%s\"\nkernel void test(global int *out) { out[1000] = 1; }\n",
};

static size_t fill(char *out, size_t size, const char *text, const char *path) {
  size_t n = 0;
  for (const char *c = text; *c != '\0' && n + 1 < size; c++) {
    if (c[0] == '%' && c[1] == 's') {
      n += (size_t)snprintf(out + n, size - n, "%s", path);
      c++;
    } else if (c[0] == '%' && c[1] == '%') {
      out[n++] = *c++;
    } else {
      out[n++] = *c;
    }
  }
  out[n] = '\0';
  return n;
}

static bool says(const struct wb_build_result *built, const char *word) {
  bool found = built->log != NULL && strstr(built->log, word) != NULL;
  for (size_t i = 0; i < built->n_diagnostics; i++)
    found |= strstr(built->diagnostics[i].message, word) != NULL ||
             strstr(built->diagnostics[i].file, word) != NULL;
  return found;
}

static bool no_text_check;
static const char *device_name = "emulator";

static struct wb_device *open_device(void) {
  if (no_text_check)
    setenv(WB_NO_TEXT_CHECK, "1", 1);
  else
    unsetenv(WB_NO_TEXT_CHECK);
  struct wb_device *device = lab_open(device_name);
  unsetenv(WB_NO_TEXT_CHECK);
  return device;
}

static void refuse_all(const char *const *texts, size_t count, bool must_refuse) {
  struct place place;
  struct wb_device *device = open_device();
  if (device == NULL || !begin(&place)) return;
  for (size_t i = 0; i < count; i++) {
    char text[4096];
    const size_t length = fill(text, sizeof text, texts[i], place.secret);
    struct wb_build_result built;
    const enum wb_status status = build(device, &place, text, length, &built);
    bool good = status == WB_ERR_COMPILE || (!must_refuse && status == WB_OK);
    good &= !says(&built, CANARY) && (no_text_check || !says(&built, "/secret.h:"));
    if (!CHECK(good)) printf("# %s\n# %d %s\n", text, (int)status, built.log);
    if (status == WB_ERR_COMPILE)
      for (size_t k = 0; k < built.n_diagnostics; k++) CHECK_STRING(built.diagnostics[k].file, "");
    wb_build_result_release(&built);
  }
  wb_device_close(device);
  end(&place);
}

static void reaching(void) { refuse_all(REACHING, sizeof REACHING / sizeof REACHING[0], true); }

static void probing(void) {
  refuse_all(PROBING, sizeof PROBING / sizeof PROBING[0], !no_text_check);
}

/* ---- instructions, names, attributes -------------------------------------------------- */

static const char *const TRICKS[] = {
    "void sc(uchar) __asm__(\"llvm.x86.int\");\n"
    "kernel void test(global int *out) { sc(0x80); out[0] = 1; }\n",
    "#define CAT(a, b) a##b\nvoid sc(uchar) CAT(__as, m__)(\"llvm.x86.int\");\n"
    "kernel void test(global int *out) { sc(0x80); out[0] = 1; }\n",
    "ulong fs(void) __asm(\"llvm.x86.rdfsbase.64\");\n"
    "kernel void test(global int *out) { out[0] = (int)fs(); }\n",
    "float4 ld(const float *, int4) __asm__(\"llvm.x86.avx.maskload.ps\");\n"
    "kernel void test(global float *out) { out[0] = ld((const float *)0, (int4)(-1)).x; }\n",
    "void st(float *, int4, float4) __asm__(\"llvm.x86.avx.maskstore.ps\");\n"
    "kernel void test(global float *out) { st((float *)8, (int4)(-1), (float4)(1)); out[0] = 1; "
    "}\n",
    "float4 ml(const float *, int, int4, float4) __asm__(\"llvm.masked.load.v4f32.p0\");\n"
    "kernel void test(global float *out) {\n"
    "  out[0] = ml((const float *)8, 4, (int4)(1), (float4)(0)).x; }\n",
    "int fs(int) __asm__(\"llvm.fshl.i32\");\n"
    "kernel void test(global int *out) { out[0] = fs(3); }\n",
    "int f(int) __asm__(\"llvm.nothing.of.this.name\");\n"
    "kernel void test(global int *out) { out[0] = f(3); }\n",
    "int f(int) __asm__(\"getpid\");\n"
    "kernel void test(global int *out) { out[0] = f(3); }\n",
    "int f(int) __asm__(\"wbrt_returns\");\n"
    "kernel void test(global int *out) { out[0] = f(3); }\n",
    "void wbrt_returns(int);\n"
    "kernel void test(global int *out) { wbrt_returns(3); out[0] = 1; }\n",
    "#pragma redefine_extname f getpid\nint f(void);\n"
    "kernel void test(global int *out) { out[0] = f(); }\n",
    "#pragma weak f\nint f(void) { return 1; }\n"
    "kernel void test(global int *out) { out[0] = f(); }\n",
    "int g(void) { return 1; }\nint f(void) __attribute__((alias(\"g\")));\n"
    "kernel void test(global int *out) { out[0] = f(); }\n",
    "void *g(void) { return 0; }\nint f(void) __attribute__((ifunc(\"g\")));\n"
    "kernel void test(global int *out) { out[0] = f(); }\n",
    "__attribute__((__weak__)) int f(void) { return 1; }\n"
    "kernel void test(global int *out) { out[0] = f(); }\n",
    "[[gnu::weak]] int f(void) { return 1; }\n"
    "kernel void test(global int *out) { out[0] = f(); }\n",
    "__attribute__((section(\".init_array\"))) constant int f = 1;\n"
    "kernel void test(global int *out) { out[0] = f; }\n",
    "__attribute__((constructor)) void f(void) {}\n" KERNEL,
    "__attribute__((destructor(1))) void f(void) {}\n" KERNEL,
    "__attribute__((annotate(\"x\"))) int f(void) { return 1; }\n" KERNEL,
    "__attribute__((visibility(\"hidden\"))) int f(void) { return 1; }\n"
    "kernel void test(global int *out) { out[0] = f(); }\n",
    "__attribute__((naked)) int f(void) { }\n"
    "kernel void test(global int *out) { out[0] = f(); }\n",
    "constant _Thread_local int f = 1;\n"
    "kernel void test(global int *out) { out[0] = f; }\n",
    "extern constant float LOG_INV_TBL[];\n"
    "kernel void test(global float *out) { out[0] = log(out[1]) + LOG_INV_TBL[1000000000]; }\n",
    "float _Z5fractfPU3AS1f(float, ulong);\n"
    "kernel void test(global float *out) { out[0] = _Z5fractfPU3AS1f(1.5f, 4096); }\n",
    "typedef __attribute__((address_space(257))) int thread;\n"
    "kernel void test(global int *out) { out[0] = *(thread *)40; }\n",
    "kernel void test(global int *out) { __asm__(\"nop\"); out[0] = 1; }\n",
    "#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable\n"
    "void *memcpy(void *, const void *, ulong);\n"
    "kernel void test(global long *out) { out[0] = (long)memcpy; }\n",
    "#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable\nint f(int x) { return x; }\n"
    "kernel void test(global int *out) { out[0] = ((int (*)(int))(f(1) + (long)f))(out[1]); }\n",
    "_Pragma(\"OPENCL EXTENSION __cl_clang_variadic_functions : enable\")\n"
    "int f(int x, ...);\nkernel void test(global int *out) { out[0] = f(1, 2); }\n",
    "kernel void test(global int *out) { out[0] = __builtin_ia32_rdtsc(); }\n",
    "kernel void test(global int *out) { out[0] = __nvvm_read_ptx_sreg_tid_x(); }\n",
    "kernel void test(global int *out) { out[0] = (int)__builtin_readcyclecounter(); }\n",
    "#pragma clang module import x\n" KERNEL,
    "#pragma clang module build x\nmodule x {}\n#pragma clang module endbuild\n" KERNEL,
};

static void tricks(void) {
  struct place place;
  struct wb_device *device = open_device();
  if (device == NULL || !begin(&place)) return;
  for (size_t i = 0; i < sizeof TRICKS / sizeof TRICKS[0]; i++) {
    struct wb_build_result built;
    const enum wb_status status = build(device, &place, TRICKS[i], strlen(TRICKS[i]), &built);
    /* A clang that is asked to write a file is refused that by its walls. */
    const bool refused = no_text_check && status == WB_ERR_REFUSED;
    if (!CHECK(refused || status == WB_ERR_COMPILE)) printf("# %s\n", TRICKS[i]);
    if (!CHECK(refused || built.n_diagnostics > 0)) printf("# %s\n# %s\n", TRICKS[i], built.log);
    wb_build_result_release(&built);
  }
  wb_device_close(device);
  end(&place);
}

/* ---- names that the workbench puts into a text, or into what is made of it -------------- */

static const char *const OWN_NAMES[] = {
    "#define __wb_same(x) 1\n" KERNEL,
    "#undef __wb_same\n" KERNEL,
    "%:define __wb_same 1\n" KERNEL,
    "#define __wb\\\n_same(x) 1\n" KERNEL,
    "# /**/ define /**/ __wb_same(x) 1\n" KERNEL,
    "#define __wb?\?/\n_same(x) 1\n" KERNEL,
    "#ifdef X\n#define __wb_same(x) 1\n#endif\n" KERNEL,
    "#define wbrt_barrier(x)\n" KERNEL,
    "#define __wb_anything 1\n" KERNEL,
    "#pragma push_macro(\"x\")\nint __wb_same(int x) { return 1; }\n" KERNEL,
    "kernel void test(global int *out) { int wbrt_x = 1; out[0] = wbrt_x; }\n",
};

static void own_names(void) {
  struct place place;
  struct wb_device *device = open_device();
  if (device == NULL || !begin(&place)) return;
  for (size_t i = 0; i < sizeof OWN_NAMES / sizeof OWN_NAMES[0]; i++) {
    struct wb_build_result built;
    const char *text = OWN_NAMES[i];
    if (!CHECK_INT(build(device, &place, text, strlen(text), &built), WB_ERR_COMPILE) ||
        !CHECK(says(&built, "is the workbench's own")))
      printf("# %s\n# %s\n", text, built.log);
    wb_build_result_release(&built);
  }
  wb_device_close(device);
  end(&place);
}

/* ---- what must pass ------------------------------------------------------------------- */

static const char *const RIGHT[] = {
    "#include \"tile.h\"\n#include <nested.h>\nkernel void test(global int *o) { o[0] = TILE; }\n",
    "// #include \"/etc/passwd\"\n/* #embed <x>\n*/ constant char s[] = \"#include /x\";\n" KERNEL,
    "#if 0\n#include <stdio.h>\n#endif\n" KERNEL,
    "#ifdef NVIDIA\nvoid f(void) { asm volatile(\"bar\"); __asm__(\"x\"); }\n#endif\n" KERNEL,
    "#line 100\n" KERNEL,
    "kernel void test(global int *o) {\n#pragma unroll 4\n  for (int i = 0; i < 4; i++) o[i] = "
    "1;\n}\n",
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma clang diagnostic push\n" KERNEL,
    "#define PRAGMA(x) _Pragma(#x)\nkernel void test(global int *o) {\n"
    "  PRAGMA(unroll)\n  for (int i = 0; i < 4; i++) o[i] = 1;\n}\n",
    "kernel void test(global int *o) { int target = 1, weak = 2, section = 3, line = 4;\n"
    "  o[0] = target + weak + section + line; }\n",
    "__attribute__((reqd_work_group_size(1, 1, 1))) " KERNEL,
    "struct __attribute__((packed, aligned(8))) s { char c; };\n"
    "typedef float f4 __attribute__((ext_vector_type(4)));\n" KERNEL,
    "__attribute__((noinline, unused)) static int f(void) { return 1; }\n"
    "kernel void test(global int *o) { o[0] = f(); }\n",
    "kernel void test(global int *o) { int t[4]; t[o[0] & 3] = 1; o[0] = t[t[0] & 3]; }\r\n",
    "kernel void test(global int *o) { /* caf\xc3\xa9 \xe2\x82\xac */ o[0] = 1; }\n",
    "#define LINE(a) \\\n  a\nkernel void test(global int *o) { LINE(o[0] = 1;) }\n",
};

static void right(void) {
  struct place place;
  struct wb_device *device = open_device();
  if (device == NULL || !begin(&place)) return;
  for (size_t i = 0; i < sizeof RIGHT / sizeof RIGHT[0]; i++) {
    struct wb_build_result built;
    const enum wb_status status = build(device, &place, RIGHT[i], strlen(RIGHT[i]), &built);
    if (!CHECK_INT(status, WB_OK)) printf("# %s\n# %s\n", RIGHT[i], built.log);
    wb_build_result_release(&built);
  }
  wb_device_close(device);
  end(&place);
}

/* ---- what keeps a compiler busy ------------------------------------------------------ */

static const char *const BUSY[] = {
    "#pragma clang __debug overflow_stack\n" KERNEL,
    "_Pragma(\"clang __debug crash\")\n" KERNEL,
    "#pragma clang __debug parser_crash\n" KERNEL,
    "#pragma clang __debug llvm_fatal_error\n" KERNEL,
    "#line 4294967290\n" KERNEL "int x = y;\n",
    "#define N 4294967290\n#line N\n" KERNEL "int x = y;\n",
    "constant int T[1 << 28] = {1};\nkernel void test(global int *out) { out[0] = T[out[1]]; }\n",
};

/* Many kernels that name one large table. */
static void large_tables(struct wb_device *device, const struct place *place) {
  struct wb_build_result built;
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, "constant int T[15000000] = {1};\n");
  for (int i = 0; i < 60; i++)
    wb_str_addf(&text, "kernel void k%d(global int *o) { o[0] = T[o[1]]; }\n", i);
  CHECK_INT(build(device, place, text.data, text.length, &built), WB_ERR_COMPILE);
  CHECK(says(&built, "take more than 256 MiB"));
  wb_build_result_release(&built);
  wb_str_release(&text);
}

static void busy(void) {
  struct place place;
  struct wb_device *device = open_device();
  if (device == NULL || !begin(&place)) return;
  for (size_t i = 0; i < sizeof BUSY / sizeof BUSY[0]; i++) {
    struct wb_build_result built;
    const uint64_t start = wb_clock_ns();
    const enum wb_status status = build(device, &place, BUSY[i], strlen(BUSY[i]), &built);
    const uint64_t ms = (wb_clock_ns() - start) / 1000000;
    if (!CHECK(status == WB_OK || status == WB_ERR_COMPILE)) printf("# %s\n", BUSY[i]);
    if (!CHECK(ms < 120000)) printf("# %s takes %llu ms\n", BUSY[i], (unsigned long long)ms);
    wb_build_result_release(&built);
  }
  large_tables(device, &place);
  wb_device_close(device);
  end(&place);
}

int main(void) {
  lab_use_build();
  setenv("WORKBENCH_CACHE", "off", 1);
  tap_run("no text makes the compiler read another file", reaching);
  tap_run("no text learns of other files, or speaks of them", probing);
  tap_run("no text makes the machine's instructions, or speaks to the linker", tricks);
  tap_run("no text redefines what the workbench calls by name", own_names);
  device_name = "opencl";
  tap_run("a driver gets no text that reads another file", reaching);
  tap_run("a driver gets no text that learns of other files, or speaks of them", probing);
  device_name = "emulator";
  tap_run("right texts pass", right);
  tap_run("texts that ask the compiler to crash or to spin are answered soon", busy);
  no_text_check = true;
  tap_run("without the look at the text: no other file is read", reaching);
  tap_run("without the look at the text: no other file is spoken of", probing);
  tap_run("without the look at the text: no instructions of the machine", tricks);
  return tap_finish();
}
