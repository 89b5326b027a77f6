/* Which texts have the same fingerprint: those that no launch tells apart, however they are
 * written. */
#include <stdlib.h>
#include <string.h>

#include "emulator/emulator.h"
#include "tap.h"

static struct wb_device *open_emulator(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  if (CHECK_INT(wb_emulator_open("emulator", &device, &err), WB_OK)) return device;
  printf("# %s\n", err.message);
  exit(1);
}

static void build(struct wb_device *device, const struct wb_build_request *request,
                  char fingerprint[WB_FINGERPRINT_MAX]) {
  struct wb_build_result result;
  wb_build_result_init(&result);
  wb_device_build(device, request, &result, NULL);
  memcpy(fingerprint, result.fingerprint, WB_FINGERPRINT_MAX);
  wb_build_result_release(&result);
}

/* "" where the text does not compile. */
static void take_fingerprint(struct wb_device *device, const char *text, const char *file,
                             bool profile, char fingerprint[WB_FINGERPRINT_MAX]) {
  const struct wb_build_request request = {.source = text,
                                           .length = strlen(text),
                                           .file_name = file,
                                           .options = "",
                                           .time_limit_ms = 60000,
                                           .profile = profile,
                                           .wants_fingerprint = true};
  build(device, &request, fingerprint);
}

struct pair {
  const char *a, *b;
};

static bool is_same(struct wb_device *device, const struct pair *pair) {
  char a[WB_FINGERPRINT_MAX], b[WB_FINGERPRINT_MAX];
  take_fingerprint(device, pair->a, "a.cl", false, a);
  take_fingerprint(device, pair->b, "folder/b.cl", true, b);
  CHECK_INT(strlen(a), WB_FINGERPRINT_MAX - 1);
  CHECK_INT(strlen(b), WB_FINGERPRINT_MAX - 1);
  return strcmp(a, b) == 0;
}

#define KERNEL(body) "kernel void k(global int *o, int x) { " body " }\n"

static void same_programs(void) {
  static const struct pair PAIRS[] = {
      {KERNEL("o[0] = x;"), "// A comment.\n\n" KERNEL("/* another */ o[0]\n=\nx;")},
      {KERNEL("int a = x; o[0] = a;"), KERNEL("int other = x; o[0] = other;")},
      {KERNEL("if (x > 3) { o[0] = 1; }"), KERNEL("if (x > 3)\n  o[(0)] = (1);")},
      {KERNEL("o[2] = 4;"), KERNEL("o[1 + 1] = 2 * 2;")},
      {KERNEL("o[0] = x / 2;"), "#define HALF(n) ((n) / 2)\n" KERNEL("o[0] = HALF(x);")},
      {KERNEL("int4 v = (int4)(x); o[0] = v.x;"), KERNEL("int4 u = (int4)(x); o[0] = u.s0;")},
      {KERNEL("o[0] = x;"), "constant int nobody[] = {1, 2, 3};\n" KERNEL("o[0] = x;")},
      {KERNEL("o[0] = x;"), KERNEL("o[0] = x;") "constant float late = 2.5f;\n"},
      {KERNEL("o[0] = x;"),
       "constant int a = 1;\nconstant int *constant b = &a;\n" KERNEL("o[0] = x;")},
      {"constant int c = 3;\n" KERNEL("o[0] = c;"),
       "constant int nobody = 4;\nconstant int c = 3;\n" KERNEL("o[0] = c;")},
  };
  struct wb_device *device = open_emulator();
  for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++)
    if (!CHECK(is_same(device, &PAIRS[i]))) printf("# %s# %s", PAIRS[i].a, PAIRS[i].b);
  wb_device_close(device);
}

/* Among them some that an optimiser would make the same: the judge sees a difference. */
static void different_programs(void) {
  static const struct pair PAIRS[] = {
      {KERNEL("o[0] = x;"), KERNEL("o[1] = x;")},
      {KERNEL("if (x < 3) o[0] = 1;"), KERNEL("if (x <= 3) o[0] = 1;")},
      {KERNEL("o[0] = x;"), KERNEL("int unused = o[9]; o[0] = x;")},
      {KERNEL("int a; o[0] = x;"), KERNEL("int a; a = a + 1; o[0] = x;")},
      {KERNEL("o[0] = x * 0;"), KERNEL("o[0] = 0;")},
      {KERNEL("barrier(CLK_LOCAL_MEM_FENCE);"), KERNEL("barrier(CLK_GLOBAL_MEM_FENCE);")},
      {KERNEL("local int t[2]; t[0] = x;"), KERNEL("int t[2]; t[0] = x;")},
      {"constant int c[] = {1, 2};\n" KERNEL("o[0] = c[x];"),
       "constant int c[] = {1, 3};\n" KERNEL("o[0] = c[x];")},
      {KERNEL("o[0] = 1 << 33;"), KERNEL("o[0] = 1 << 1;")},
      {KERNEL("o[0] = 1 / 0;"), KERNEL("o[0] = 0;")},
      {KERNEL("o[0] = 1 / (2 - 2);"), KERNEL("o[0] = (int)1e30f;")},
      {KERNEL("o[0] = x;"), "kernel void other(global int *o, int x) { o[0] = x; }\n"},
  };
  struct wb_device *device = open_emulator();
  for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++)
    if (!CHECK(!is_same(device, &PAIRS[i]))) printf("# %s# %s", PAIRS[i].a, PAIRS[i].b);
  wb_device_close(device);
}

static void none_without_a_program(void) {
  char fingerprint[WB_FINGERPRINT_MAX];
  struct wb_device *device = open_emulator();
  take_fingerprint(device, KERNEL("o[0] = y;"), "k.cl", false, fingerprint);
  CHECK_STRING(fingerprint, "");
  wb_device_close(device);
}

/* It comes from the cache as it went in, and with better code. What was compiled for somebody who
 * did not ask is in the cache, too, and is not what those get who do. */
static void it_is_kept(void) {
  static const char TEXT[] = KERNEL("o[0] = x;");
  const struct wb_build_request plain = {.source = TEXT,
                                         .length = strlen(TEXT),
                                         .file_name = "k.cl",
                                         .options = "",
                                         .time_limit_ms = 60000};
  char none[WB_FINGERPRINT_MAX], first[WB_FINGERPRINT_MAX] = "", again[WB_FINGERPRINT_MAX] = "";
  char folder[] = "/tmp/fingerprint-XXXXXX";
  if (!CHECK(mkdtemp(folder) != NULL)) return;
  setenv("XDG_CACHE_HOME", folder, 1);
  unsetenv("WORKBENCH_CACHE");
  for (int i = 0; i < 2; i++) {
    struct wb_device *device = open_emulator();
    build(device, &plain, none);
    take_fingerprint(device, TEXT, "k.cl", false, i == 0 ? first : again);
    wb_device_close(device);
  }
  CHECK_STRING(none, "");
  CHECK_STRING(again, first);
  CHECK_INT(strlen(first), WB_FINGERPRINT_MAX - 1);
  char *command = wb_format("rm -r '%s'", folder);
  CHECK_INT(system(command), 0);
  free(command);
}

int main(void) {
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  setenv("WORKBENCH_CACHE", "off", 1);
  tap_run("names, places, comments, macros and unused variables make no difference", same_programs);
  tap_run("what the judge may see makes one", different_programs);
  tap_run("what does not compile has none", none_without_a_program);
  tap_run("it is the same from the cache, and only for who asks", it_is_kept);
  return tap_finish();
}
