#include "session/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/process.h"

static const int caught[] = {SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM, SIGHUP};
enum { N_CAUGHT = sizeof caught / sizeof caught[0] };

/* A signal handler has no argument to find its data by. */
static struct {
  int ends[2];
  struct sigaction before[N_CAUGHT];
} signals = {.ends = {-1, -1}};

static void on_signal(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  /* A full pipe loses the signal, but then there are others to be read. */
  if (write(signals.ends[1], &byte, 1) < 0) errno = saved;
  errno = saved;
}

enum wb_status wb_signals_begin(struct wb_error *err) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  enum wb_status status = wb_pipe(signals.ends, err);
  if (status != WB_OK) return status;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < 2; i++) fcntl(signals.ends[i], F_SETFL, O_NONBLOCK);
  for (size_t i = 0; i < N_CAUGHT; i++) sigaction(caught[i], &action, &signals.before[i]);
  return WB_OK;
}

void wb_signals_end(void) {
  if (signals.ends[0] < 0) return;
  for (size_t i = 0; i < N_CAUGHT; i++) sigaction(caught[i], &signals.before[i], NULL);
  close(signals.ends[0]);
  close(signals.ends[1]);
  signals.ends[0] = signals.ends[1] = -1;
}

int wb_signals_fd(void) { return signals.ends[0]; }

int wb_signals_next(void) {
  unsigned char byte = 0;
  return read(signals.ends[0], &byte, 1) == 1 ? byte : 0;
}

void wb_signals_allow_stop(bool allow) {
  struct sigaction action = {.sa_handler = allow ? SIG_DFL : on_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, NULL);
}
