/* Texts that reach for what is not theirs, by chance: whatever they say, the
 * compiler answers, no other file is opened, what one holds is not told, nothing is
 * left behind. FUZZ_SECONDS, FUZZ_SEED; FUZZ_SHOW=1 prints each text before it is
 * tried. Half of the texts are such that nobody looks at before clang does. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "device/precheck.h"
#include "fuzz/kernel_text.h"
#include "fuzz/rounds.h"
#include "tap.h"

#define CANARY "wb_canary_51c0de"

enum { ROUNDS = 40, BUILD_LIMIT_MS = 2000 };

struct session {
  struct wb_device *device;
  struct kernel_text text;
  char folder[64];
  char *secret, *include, *header, *temporary;
  int watch; /* of the folder of the secret */
  unsigned tried, refused, limited, ran;
};

static bool write_file(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  bool written = file != NULL && fputs(text, file) >= 0;
  if (file != NULL) written &= fclose(file) == 0;
  return written;
}

static struct wb_device *open_device(bool checked) {
  if (!checked) setenv(WB_NO_TEXT_CHECK, "1", 1);
  struct wb_device *device = lab_open("emulator");
  unsetenv(WB_NO_TEXT_CHECK);
  return device;
}

static bool begin(struct session *s) {
  strcpy(s->folder, "/tmp/wb-text-XXXXXX");
  if (!CHECK(mkdtemp(s->folder) != NULL)) return false;
  s->secret = wb_path_join(s->folder, "secret.h");
  s->include = wb_path_join(s->folder, "include");
  s->header = wb_path_join(s->include, "tile.h");
  s->temporary = wb_path_join(s->folder, "temporary");
  bool good = CHECK(wb_make_directories(s->include, NULL) == WB_OK) &&
              CHECK(wb_make_directories(s->temporary, NULL) == WB_OK) &&
              CHECK(write_file(s->secret, "int " CANARY " = ;\n")) &&
              CHECK(write_file(s->header, "#define TILE 4\n"));
  s->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  inotify_add_watch(s->watch, s->secret, IN_OPEN | IN_ACCESS | IN_MODIFY | IN_ATTRIB);
  inotify_add_watch(s->watch, s->temporary, IN_CREATE | IN_MOVED_TO);
  setenv("TMPDIR", s->temporary, 1);
  s->text.secret = s->secret;
  wb_str_init(&s->text.out);
  return good;
}

static void end(struct session *s) {
  close(s->watch);
  unlink(s->secret);
  unlink(s->header);
  rmdir(s->include);
  rmdir(s->temporary);
  CHECK(rmdir(s->folder) == 0);
  unsetenv("TMPDIR");
  free(s->secret);
  free(s->include);
  free(s->header);
  free(s->temporary);
  wb_str_release(&s->text.out);
}

static bool tells(const struct wb_build_result *built) {
  bool told = built->log != NULL && strstr(built->log, CANARY) != NULL;
  for (size_t i = 0; i < built->n_diagnostics; i++)
    told |= strstr(built->diagnostics[i].message, CANARY) != NULL;
  return told;
}

static const char *launch(struct session *s, wb_handle program) {
  int out[16] = {0};
  struct lab_launch lab = {.kernel = "test", .time_ms = 2000, .steps = 10000, .n_arrays = 1};
  struct wb_outcome outcome;
  struct wb_error err = {0};
  const char *problem = NULL;
  lab.arrays[0] = (struct lab_array){"out", {WB_INT, 1}, WB_BUFFER_READ_WRITE, out, sizeof out};
  wb_outcome_init(&outcome);
  enum wb_status status = lab_run(s->device, program, &lab, &outcome, &err);
  if (status != WB_OK && status != WB_ERR_NOT_FOUND && status != WB_ERR_USAGE)
    problem = "the worker failed to launch";
  else if (status == WB_OK && outcome.kind == WB_OUTCOME_CRASHED &&
           strstr(s->text.out.data, "trap") == NULL)
    problem = "the kernel crashed";
  if (problem != NULL) printf("# %s %s\n", err.message, outcome.detail);
  s->ran += status == WB_OK;
  wb_outcome_release(&outcome);
  return problem;
}

static const char *try_text(struct session *s) {
  struct wb_build_result built;
  struct wb_error err = {0};
  char event[4096];
  const struct wb_build_request request = {.source = s->text.out.data,
                                           .length = s->text.out.length,
                                           .file_name = "kernel.cl",
                                           .include_directory = s->include,
                                           .options = s->tried % 3 == 0 ? "-cl-std=CL3.0" : "",
                                           .time_limit_ms = BUILD_LIMIT_MS};
  const char *problem = NULL;
  wb_build_result_init(&built);
  const uint64_t start = wb_clock_ns();
  enum wb_status status = wb_device_build(s->device, &request, &built, &err);
  s->tried++;
  s->refused += status == WB_ERR_COMPILE;
  s->limited += status == WB_ERR_LIMIT;
  if (status != WB_OK && status != WB_ERR_COMPILE && status != WB_ERR_LIMIT &&
      status != WB_ERR_REFUSED) {
    printf("# %s\n", err.message);
    problem = "the compiler gave no answer";
  } else if ((wb_clock_ns() - start) / 1000000 > TAP_HANG_MS) {
    problem = "the compilation outlasts its limit";
  } else if (status == WB_ERR_COMPILE && (built.log == NULL || built.log[0] == '\0')) {
    problem = "refused without a word";
  } else if (tells(&built)) {
    problem = "the log tells what the other file holds";
  }
  if (status == WB_OK && problem == NULL) problem = launch(s, built.program);
  if (problem == NULL && read(s->watch, event, sizeof event) > 0)
    problem = "another file was opened, or one was made";
  if (built.program != 0) wb_program_release(s->device, built.program, NULL);
  wb_build_result_release(&built);
  return problem;
}

static void run(bool checked) {
  struct session s = {.watch = -1};
  struct fuzz_rounds fuzz = fuzz_begin(ROUNDS);
  const bool shows = lab_setting("FUZZ_SHOW", 0) != 0;
  if ((s.device = open_device(checked)) == NULL || !begin(&s)) return;
  const char *problem = NULL;
  while (problem == NULL && fuzz_next(&fuzz)) {
    s.text.random = checked ? fuzz.seed : fuzz.seed ^ 0x5DEECE66D;
    kernel_text_make(&s.text);
    if (shows) printf("# %u:\n%s\n", s.tried, s.text.out.data);
    problem = try_text(&s);
  }
  if (!CHECK(problem == NULL)) {
    printf("# text %u: %s\n", s.tried, problem);
    char *kept = wb_format("/tmp/wb-text-found-%d-%u.cl", (int)getpid(), s.tried);
    FILE *file = fopen(kept, "w");
    if (file != NULL) {
      fwrite(s.text.out.data, 1, s.text.out.length, file);
      fclose(file);
      printf("# kept in %s\n", kept);
    }
    free(kept);
  }
  printf("# %u texts: %u refused, %u over a limit, %u ran\n", s.tried, s.refused, s.limited, s.ran);
  wb_device_close(s.device);
  /* What a worker leaves behind would be this process's child. */
  CHECK(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD);
  end(&s);
}

static void looked_at(void) { run(true); }
static void not_looked_at(void) { run(false); }

int main(void) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  lab_use_build();
  setenv("WORKBENCH_CACHE", "off", 1);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  tap_run("texts that reach beyond the kernel are answered, and reach nothing", looked_at);
  tap_run("as are those that nobody looks at before clang does", not_looked_at);
  return tap_finish();
}
