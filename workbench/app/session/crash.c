#include "session/crash.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <termios.h>
#include <unistd.h>

#include "base/file.h"
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

static const int crash_signals[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGSYS, SIGQUIT};
enum { N_CRASH_SIGNALS = sizeof crash_signals / sizeof crash_signals[0] };
enum { RESTORE_MAX = 512, ALTERNATE_STACK = 64 * 1024 };

/* A signal handler has no argument to find its data by. */
static struct {
  struct sigaction before[N_CRASH_SIGNALS];
  bool begun;
  int real_stderr, kept; /* -1: standard error was not taken */
  int terminal;
  bool has_modes;
  struct termios modes;
  char restore[RESTORE_MAX];
  volatile sig_atomic_t restore_length;
} crash = {.real_stderr = -1, .kept = -1};

static char alternate_stack[ALTERNATE_STACK];

/* From here to on_crash: async-signal-safe calls only. */

static void print_kept(void) {
  char buffer[4096];
  off_t at = 0;
  if (crash.kept < 0) return;
  for (;;) {
    ssize_t got = pread(crash.kept, buffer, sizeof buffer, at);
    if (got <= 0) break;
    wb_fd_write(crash.real_stderr, buffer, (size_t)got);
    at += got;
  }
}

static void restore_terminal(void) {
  if (crash.restore_length == 0) return;
  wb_fd_write(STDOUT_FILENO, crash.restore, (size_t)crash.restore_length);
  crash.restore_length = 0;
  if (crash.has_modes) tcsetattr(crash.terminal, TCSANOW, &crash.modes);
}

static void write_text(const char *text) {
  wb_fd_write(crash.real_stderr >= 0 ? crash.real_stderr : STDERR_FILENO, text, strlen(text));
}

static void say_number(int number) {
  char digits[12];
  size_t at = sizeof digits;
  digits[--at] = '\0';
  do {
    digits[--at] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0 && at > 0);
  write_text(digits + at);
}

static void on_crash(int number) {
  restore_terminal();
  print_kept();
  write_text("workbench: ended by signal ");
  say_number(number);
  write_text(number == SIGQUIT   ? " (SIGQUIT)"
             : number == SIGSEGV ? " (SIGSEGV), a mistake in the workbench"
                                 : ", a mistake in the workbench");
  write_text(".\nYour kernels are files and are as you saved them.\n");
  signal(number, SIG_DFL);
  raise(number);
}

/* The sanitizer ends the process without a signal. */
#ifdef __SANITIZE_ADDRESS__
static void on_sanitizer_report(void) {
  restore_terminal();
  print_kept();
}
#endif

static void keep_stderr(void) {
  int kept = memfd_create("workbench-stderr", MFD_CLOEXEC);
  int real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (kept < 0 || real < 0 || fcntl(kept, F_SETFL, O_APPEND) < 0 || dup2(kept, STDERR_FILENO) < 0) {
    if (kept >= 0) close(kept);
    if (real >= 0) close(real);
    return; /* then what is written there shows up on the screen */
  }
  crash.kept = kept;
  crash.real_stderr = real;
}

void wb_crash_begin(void) {
  struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_NODEFER};
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigemptyset(&action.sa_mask);
  sigaltstack(&stack, NULL);
  for (size_t i = 0; i < N_CRASH_SIGNALS; i++) {
    sigaction(crash_signals[i], &action, &crash.before[i]);
  }
  crash.begun = true;
  keep_stderr();
#ifdef __SANITIZE_ADDRESS__
  __sanitizer_set_death_callback(on_sanitizer_report);
#endif
}

static void put_handlers_back(void) {
  for (size_t i = 0; crash.begun && i < N_CRASH_SIGNALS; i++) {
    sigaction(crash_signals[i], &crash.before[i], NULL);
  }
  crash.begun = false;
}

void wb_crash_end(void) {
  put_handlers_back();
  if (crash.kept < 0) return;
  dup2(crash.real_stderr, STDERR_FILENO);
  print_kept();
  close(crash.kept);
  close(crash.real_stderr);
  crash.kept = crash.real_stderr = -1;
}

void wb_crash_forget(void) {
  put_handlers_back();
  crash.restore_length = 0;
}

void wb_crash_remember_modes(int fd) {
  crash.terminal = fd;
  crash.has_modes = tcgetattr(fd, &crash.modes) == 0;
}

void wb_crash_terminal(const char *restore, size_t length) {
  crash.restore_length = 0;
  if (restore == NULL || length > RESTORE_MAX) return;
  memcpy(crash.restore, restore, length);
  crash.restore_length = (sig_atomic_t)length;
}

int wb_crash_stderr(void) { return crash.real_stderr >= 0 ? crash.real_stderr : STDERR_FILENO; }
