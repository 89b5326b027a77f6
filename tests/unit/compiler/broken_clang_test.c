/* Machines on which nothing can be compiled: that is never a learner's fault. */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "device/precheck.h"
#include "compiler/frontend.h"
#include "emulator/emulator.h"
#include "sandbox/sandbox.h"
#include "tap.h"

enum { LIMIT_MS = 1500, PATIENT_MS = 20000 };
static char folder[] = "/tmp/wb-clang-XXXXXX";
static const char RIGHT[] = "__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }\n";
static const char WRONG[] = "__kernel void k(__global int *p) { missing; }\n";

static char said[4096]; /* of the last build's log */

/* With a program in clang's place, by its text; NULL: clang itself. */
static enum wb_status build_program(const char *text, const char *source, uint32_t limit_ms,
                                    struct wb_error *err) {
  char *path = wb_path_join(folder, "clang");
  struct wb_device *device = NULL;
  struct wb_build_result result;
  const struct wb_build_request request = {.source = source,
                                           .length = strlen(source),
                                           .file_name = "k.cl",
                                           .options = "",
                                           .time_limit_ms = limit_ms};
  unlink(path);
  unsetenv(WB_TEST_CLANG);
  if (text != NULL) {
    CHECK_INT(wb_file_create(path, text, strlen(text), NULL), WB_OK);
    CHECK_INT(chmod(path, 0755), 0);
    setenv(WB_TEST_CLANG, path, 1);
  }
  wb_build_result_init(&result);
  enum wb_status status = wb_emulator_open("emulator", &device, err);
  if (status == WB_OK) status = wb_device_build(device, &request, &result, err);
  snprintf(said, sizeof said, "%s", result.log != NULL ? result.log : "");
  wb_device_close(device);
  wb_build_result_release(&result);
  free(path);
  return status;
}

/* The same with a shell's script; NULL: clang itself. */
static enum wb_status build(const char *script, const char *source, uint32_t limit_ms,
                            struct wb_error *err) {
  char *text = script != NULL ? wb_format("#!/bin/sh\n%s\n", script) : NULL;
  const enum wb_status status = build_program(text, source, limit_ms, err);
  free(text);
  return status;
}

static void expect_fault(const char *script) {
  struct wb_error err = {0};
  const enum wb_status status = build(script, RIGHT, LIMIT_MS, &err);
  if (!CHECK(status == WB_ERR_MISSING || status == WB_ERR_CRASH))
    printf("# %s: %s: %s\n", script, wb_status_name(status), err.message);
}

static void a_clang_that_does_not_work_is_the_machines_fault(void) {
  expect_fault("exit 1");
  expect_fault("echo 'clang-19: error while loading shared libraries: libLLVM.so' >&2; exit 127");
  expect_fault("echo 'LLVM ERROR: out of memory' >&2; kill -ABRT $$");
  expect_fault("kill -SEGV $$");
  expect_fault("kill -KILL $$");
  expect_fault("echo nonsense");
  expect_fault("exec sleep 100");
}

static int limited_build(rlim_t bytes) {
  int raw = -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit limit = {bytes, bytes};
    struct wb_error err = {0};
    setrlimit(RLIMIT_AS, &limit);
    const enum wb_status status = build(NULL, RIGHT, PATIENT_MS, &err);
    if (status != WB_OK) printf("# with %llu bytes: %s\n", (unsigned long long)bytes, err.message);
    fflush(stdout);
    _exit(status == WB_OK || status == WB_ERR_MISSING || status == WB_ERR_CRASH ||
                  status == WB_ERR_NOMEM
              ? 0
              : 1);
  }
  waitpid(child, &raw, 0);
  return WIFEXITED(raw) ? WEXITSTATUS(raw) : 2;
}

#if defined(__SANITIZE_ADDRESS__)
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif

static void too_little_address_space_is_the_machines_fault(void) {
  if (IS_SANITIZED) {
    tap_skip("AddressSanitizer needs all address space");
    return;
  }
  for (rlim_t megabytes = 250; megabytes <= 450; megabytes += 100)
    CHECK_INT(limited_build(megabytes << 20), 0);
}

/* Clang, but for a text that it crashes on, with the words that it has for its makers. */
static void a_text_that_crashes_clang_is_told_in_plain_words(void) {
  static const char CRASHING[] = "__kernel void crash_me(__global int *p) { p[0] = 1; }\n";
  struct wb_error err = {0};
  char *script = wb_format(
      "text=$(cat)\n"
      "case $text in\n"
      "*crash_me*) echo 'PLEASE submit a bug report to its makers' >&2\n"
      "  echo 'Stack dump: -disable-llvm-passes' >&2; kill -SEGV $$ ;;\n"
      "esac\n"
      "printf '%%s\\n' \"$text\" | %s \"$@\"",
      WB_CLANG);
  CHECK_INT(build(script, RIGHT, PATIENT_MS, &err), WB_OK);
  CHECK_INT(build(script, CRASHING, PATIENT_MS, &err), WB_ERR_COMPILE);
  CHECK(strstr(said, "the compiler crashed on this text") != NULL);
  CHECK(strstr(said, "PLEASE") == NULL && strstr(said, "disable-llvm") == NULL);
  free(script);
}

/* Clang itself, which has said all that it has to say, and then `last`. */
static enum wb_status build_and_then(const char *last, uint32_t limit_ms, struct wb_error *err) {
  char *script = wb_format("%s \"$@\"\n%s", WB_CLANG, last);
  const enum wb_status status = build(script, RIGHT, limit_ms, err);
  free(script);
  return status;
}

/* Its output is worked on before it has ended, and counts only if it ends well. */
static void what_clang_does_after_its_output_counts(void) {
  static const char *const FAULTS[] = {"exit 1", "kill -SEGV $$", "kill -KILL $$",
                                       "exec >&- 2>&-; sleep 0.2; exit 1", "sleep 0.2; exit 3"};
  struct wb_error err = {0};
  for (size_t i = 0; i < sizeof FAULTS / sizeof FAULTS[0]; i++) {
    const enum wb_status status = build_and_then(FAULTS[i], PATIENT_MS, &err);
    if (!CHECK(status == WB_ERR_MISSING || status == WB_ERR_CRASH))
      printf("# %s: %s: %s\n", FAULTS[i], wb_status_name(status), err.message);
  }
  CHECK_INT(build_and_then("exec sleep 100", LIMIT_MS / 3, &err), WB_ERR_MISSING);
  CHECK_INT(build_and_then("sleep 0.2; echo 'k.cl:1:2: error: late' >&2; exit 1", PATIENT_MS, &err),
            WB_ERR_COMPILE);
  CHECK(strstr(said, "late") != NULL);
  CHECK_INT(build_and_then("sleep 0.2; echo 'k.cl:1:2: warning: late' >&2", PATIENT_MS, &err),
            WB_OK);
  CHECK(strstr(said, "late") != NULL);
  CHECK_INT(build_and_then("exec sleep 0.3", PATIENT_MS, &err), WB_OK);
  CHECK_STRING(said, "");
}

/* All that clang writes for a text, in a file. */
static void keep_output(const char *source, const char *path) {
  const struct wb_frontend_rules rules = {.walls = {0}};
  const struct wb_build_request request = {.source = source,
                                           .length = strlen(source),
                                           .file_name = "k.cl",
                                           .options = "",
                                           .time_limit_ms = PATIENT_MS};
  struct wb_frontend frontend;
  struct wb_str output, log;
  wb_str_init(&output);
  wb_str_init(&log);
  unsetenv(WB_TEST_CLANG);
  wb_frontend_init(&frontend, &rules);
  CHECK_INT(wb_frontend_start(&frontend, &request, &log, NULL), WB_OK);
  CHECK_INT(wb_frontend_finish(&frontend, &output, &log, NULL), WB_OK);
  wb_str_add_bytes(&output, frontend.dependencies.data, frontend.dependencies.length);
  CHECK_INT(wb_file_create(path, output.data, output.length, NULL), WB_OK);
  wb_frontend_release(&frontend);
  wb_str_release(&output);
  wb_str_release(&log);
}

/* In its place a program that says what clang said once, and for one text goes on to a call that
 * is refused. */
static void a_call_after_its_output_is_a_violation(void) {
  static const char REACHING[] = "__kernel void reach(__global int *p) { p[0] = 1; }\n";
  struct wb_error err = {0};
  struct wb_walls walls;
  char *kept = wb_path_join(folder, "said");
  wb_walls_probe(&walls);
  if ((walls.which & WB_WALL_SECCOMP) == 0) {
    tap_skip("this kernel does not grant seccomp");
    return;
  }
  keep_output(REACHING, kept);
  char *script = wb_format(
      "#!/usr/bin/perl\n"
      "$/ = undef; my $text = <STDIN>; $| = 1;\n"
      "open my $said, '<', '%s'; print <$said>;\n"
      "if ($text =~ /reach/) { for (1 .. 2000000) {} socket my $s, 2, 1, 0 }\n",
      kept);
  setenv(WB_WALLS_VARIABLE, "seccomp", 1);
  CHECK_INT(build_program(script, RIGHT, PATIENT_MS, &err), WB_OK);
  CHECK_INT(build_program(script, REACHING, PATIENT_MS, &err), WB_ERR_REFUSED);
  if (!CHECK(strstr(err.message, "socket") != NULL)) printf("# %s\n", err.message);
  setenv(WB_WALLS_VARIABLE, "none", 1);
  unlink(kept);
  free(script);
  free(kept);
}

static void a_wrong_text_is_a_compile_error_still(void) {
  struct wb_error err = {0};
  CHECK_INT(build(NULL, WRONG, PATIENT_MS, &err), WB_ERR_COMPILE);
  CHECK_INT(build(NULL, RIGHT, PATIENT_MS, &err), WB_OK);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  setenv("WORKBENCH_CACHE", "off", 1);
  setenv(WB_WALLS_VARIABLE, "none", 1); /* which would not let a script be run as clang */
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  tap_run("a clang that is broken or hangs is the machine's fault",
          a_clang_that_does_not_work_is_the_machines_fault);
  tap_run("so is too little address space", too_little_address_space_is_the_machines_fault);
  tap_run("a text that crashes clang alone is the text's fault, in plain words",
          a_text_that_crashes_clang_is_told_in_plain_words);
  tap_run("what clang does after its output counts", what_clang_does_after_its_output_counts);
  tap_run("a refused call after its output is a violation", a_call_after_its_output_is_a_violation);
  tap_run("a wrong text is a compile error still", a_wrong_text_is_a_compile_error_still);
  char *command = wb_format("rm -rf %s", folder);
  const int cleaned = system(command);
  free(command);
  return cleaned != 0 ? cleaned : tap_finish();
}
