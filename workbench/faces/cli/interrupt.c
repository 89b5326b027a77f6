#include "cli/interrupt.h"

#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

void wb_interrupt_open(struct wb_interrupt *interrupt) {
  sigset_t signals;
  struct sigaction action;
  interrupt->fd = -1;
  /* Whoever started us in the background wants Ctrl-C to be for others. */
  if (sigaction(SIGINT, NULL, &action) == 0 && action.sa_handler == SIG_IGN) return;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigprocmask(SIG_BLOCK, &signals, &interrupt->before);
  interrupt->fd = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (interrupt->fd < 0) sigprocmask(SIG_SETMASK, &interrupt->before, NULL);
}

void wb_interrupt_close(struct wb_interrupt *interrupt) {
  struct signalfd_siginfo info;
  if (interrupt->fd < 0) return;
  /* What was already acted upon must not end the program now. */
  while (read(interrupt->fd, &info, sizeof info) > 0) continue;
  close(interrupt->fd);
  sigprocmask(SIG_SETMASK, &interrupt->before, NULL);
  interrupt->fd = -1;
}

bool wb_interrupt_pressed(const struct wb_interrupt *interrupt) {
  struct pollfd item = {.fd = interrupt->fd, .events = POLLIN};
  return interrupt->fd >= 0 && poll(&item, 1, 0) > 0;
}
