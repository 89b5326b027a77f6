/* Machines on which nothing can be compiled: that is never a learner's fault. */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "emulator/emulator.h"
#include "tap.h"

enum { LIMIT_MS = 500, PATIENT_MS = 20000 };
static char folder[] = "/tmp/wb-clang-XXXXXX";
static const char RIGHT[] = "__kernel void k(__global int *p) { p[get_global_id(0)] = 1; }\n";
static const char WRONG[] = "__kernel void k(__global int *p) { missing; }\n";

static enum wb_status build(const char *source, uint32_t limit_ms, struct wb_error *err) {
  struct wb_device *device = NULL;
  struct wb_build_result result;
  const struct wb_build_request request = {.source = source,
                                           .length = strlen(source),
                                           .file_name = "k.cl",
                                           .options = "",
                                           .time_limit_ms = limit_ms};
  wb_build_result_init(&result);
  enum wb_status status = wb_emulator_open("emulator", &device, err);
  if (status == WB_OK) status = wb_device_build(device, &request, &result, err);
  wb_device_close(device);
  wb_build_result_release(&result);
  return status;
}

/* With a shell's script in the place of the compiler's program. */
static enum wb_status build_with(const char *script, uint32_t limit_ms, struct wb_error *err) {
  char *path = wb_path_join(folder, "workbench-compiler");
  char *text = wb_format("#!/bin/sh\n%s\n", script);
  CHECK_INT(wb_file_create(path, text, strlen(text), NULL), WB_OK);
  CHECK_INT(chmod(path, 0755), 0);
  setenv("WORKBENCH_LIBEXEC", folder, 1);
  const enum wb_status status = build(RIGHT, limit_ms, err);
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  unlink(path);
  free(text);
  free(path);
  return status;
}

static void expect_fault(const char *script) {
  struct wb_error err = {0};
  const enum wb_status status = build_with(script, LIMIT_MS, &err);
  if (!CHECK(status == WB_ERR_MISSING || status == WB_ERR_CRASH))
    printf("# %s: %s: %s\n", script, wb_status_name(status), err.message);
}

static void a_compiler_that_does_not_work_is_the_machines_fault(void) {
  expect_fault("echo 'workbench-compiler: error while loading shared libraries' >&2; exit 127");
  expect_fault("exit 0");
  expect_fault("exit 1");
  expect_fault("kill -SEGV $$");
  expect_fault("kill -KILL $$");
  expect_fault("echo nonsense >&3");
  expect_fault("while :; do :; done");
}

/* As by the system, for lack of memory, while it waited. */
static void a_compiler_that_is_killed_once_is_asked_again(void) {
  char *killed = wb_path_join(folder, "killed");
  char *script = wb_format("if [ ! -e %s ]; then : > %s; kill -KILL $$; fi\n"
                           "exec " WB_TEST_BUILD "/workbench-compiler \"$@\"",
                           killed, killed);
  struct wb_error err = {0};
  if (!CHECK_INT(build_with(script, PATIENT_MS, &err), WB_OK)) printf("# %s\n", err.message);
  CHECK_INT(unlink(killed), 0);
  free(script);
  free(killed);
}

static int limited_build(rlim_t bytes) {
  int raw = -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const struct rlimit limit = {bytes, bytes};
    struct wb_error err = {0};
    setrlimit(RLIMIT_AS, &limit);
    const enum wb_status status = build(RIGHT, PATIENT_MS, &err);
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
  for (rlim_t megabytes = 60; megabytes <= 240; megabytes += 20)
    CHECK_INT(limited_build(megabytes << 20), 0);
}

static void a_wrong_text_is_a_compile_error_still(void) {
  struct wb_error err = {0};
  CHECK_INT(build(WRONG, PATIENT_MS, &err), WB_ERR_COMPILE);
  CHECK_INT(build(RIGHT, PATIENT_MS, &err), WB_OK);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  setenv("WORKBENCH_CACHE", "off", 1);
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  tap_run("a compiler that is broken or busy for ever is the machine's fault",
          a_compiler_that_does_not_work_is_the_machines_fault);
  tap_run("so is too little address space", too_little_address_space_is_the_machines_fault);
  tap_run("a compiler that is killed once is asked again",
          a_compiler_that_is_killed_once_is_asked_again);
  tap_run("a wrong text is a compile error still", a_wrong_text_is_a_compile_error_still);
  rmdir(folder);
  return tap_finish();
}
