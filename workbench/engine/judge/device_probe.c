#include "judge/device_probe.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "device/registry.h"

enum { BUILD_MS = 10000, ANSWER_MS = 40000, FIRST_FD = 3 };

static bool device_compiles(const char *selector) {
  const char *const folders[] = {NULL};
  const struct wb_build_request request = wb_simplest_request(BUILD_MS);
  struct wb_build_result built;
  struct wb_device *device = NULL;
  struct wb_error err;
  wb_build_result_init(&built);
  enum wb_status status = wb_device_start(selector, folders, -1, &device, &err);
  if (status == WB_OK) status = wb_device_build(device, &request, &built, &err);
  wb_build_result_release(&built);
  wb_device_close(device);
  return status == WB_OK;
}

/* The process: a byte asks, a byte answers; the end of the pipe ends it. */
static _Noreturn void serve_probe(const char *device, int ask, int answer) {
  char byte = 0;
  ssize_t got;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  /* What else is open is the judge's: workers and whoever listens wait for its end. */
  const int asked = fcntl(ask, F_DUPFD, FIRST_FD + 2),
            answered = fcntl(answer, F_DUPFD, FIRST_FD + 2);
  dup2(asked, FIRST_FD);
  dup2(answered, FIRST_FD + 1);
  close_range(FIRST_FD + 2, ~0U, 0);
  do got = read(FIRST_FD, &byte, 1);
  while (got < 0 && errno == EINTR);
  if (got == 1) {
    byte = device_compiles(device) ? 'y' : 'n';
    got = write(FIRST_FD + 1, &byte, 1);
  }
  _exit(got == 1 ? 0 : 1);
}

enum wb_status wb_device_probe_prepare(struct wb_device_probe *probe, const char *device,
                                       struct wb_error *err) {
  int ask[2] = {-1, -1}, answer[2] = {-1, -1};
  enum wb_status status = wb_pipe(ask, err);
  if (status == WB_OK) status = wb_pipe(answer, err);
  *probe = (struct wb_device_probe){.ask = -1, .answer = -1};
  if (status == WB_OK) {
    probe->process = fork();
    if (probe->process == 0) serve_probe(device, ask[0], answer[1]);
    if (probe->process < 0) status = wb_fail_errno(err, "cannot start a process");
  }
  const int theirs[] = {ask[0], answer[1]}, ours[] = {ask[1], answer[0]};
  for (int i = 0; i < 2; i++) {
    if (theirs[i] >= 0) close(theirs[i]);
    if (status != WB_OK && ours[i] >= 0) close(ours[i]);
  }
  if (status == WB_OK) {
    probe->ask = ours[0];
    probe->answer = ours[1];
  } else {
    probe->process = 0;
  }
  return status;
}

bool wb_device_probe_works(struct wb_device_probe *probe) {
  struct pollfd answer = {.fd = probe->answer, .events = POLLIN};
  char byte = 'n';
  if (probe->process == 0) return true;
  if (write(probe->ask, "?", 1) != 1 || poll(&answer, 1, ANSWER_MS) != 1 ||
      read(probe->answer, &byte, 1) != 1)
    byte = 'n';
  return byte == 'y';
}

/* The end of the pipe ends it, unless it is busy still. */
void wb_device_probe_release(struct wb_device_probe *probe) {
  if (probe->process == 0) return;
  close(probe->ask);
  close(probe->answer);
  kill(probe->process, SIGKILL);
  while (waitpid(probe->process, NULL, 0) < 0 && errno == EINTR) continue;
  *probe = (struct wb_device_probe){.process = 0};
}
