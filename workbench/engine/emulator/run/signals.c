#include "emulator/run/signals.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "emulator/run/memory.h"

enum { HANDLER_STACK_BYTES = 64 * 1024 };

/* The one piece of global state: a handler gets nothing else to go by. */
static struct wbrt_run *running;

uint64_t wb_run_signals_handled(void) {
  uint64_t handled = 0;
  for (int number = 1; number < NSIG; number++) {
    struct sigaction now;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_DFL)
      handled |= UINT64_C(1) << (number - 1);
  }
  return handled;
}

void wb_run_signals_reset(uint64_t handled) {
  for (int number = 1; handled != 0; number++, handled >>= 1)
    if ((handled & 1) != 0) signal(number, SIG_DFL);
}

const char *wb_run_signal_name(int number, char *buffer, size_t size) {
  const char *abbreviation = sigabbrev_np(number);
  if (abbreviation != NULL)
    snprintf(buffer, size, "SIG%s", abbreviation);
  else
    snprintf(buffer, size, "signal %d", number);
  return buffer;
}

static void tell_overflow(struct wbrt_run *run) {
  struct wb_hit hit = {.kind = WB_STACK_OVERFLOW,
                       .severity = WB_SEVERITY_ERROR,
                       .site = WB_NO_SITE,
                       .other_site = WB_NO_SITE,
                       .who = wb_item_ids_running(run),
                       .has_who = true};
  struct wb_finding finding;
  wb_launch_report_begin(&run->report, &hit, &finding);
  finding.memory = WB_MEMORY_PRIVATE;
  snprintf(finding.message, sizeof finding.message,
           "the private variables and calls of a work-item need more than %zu KiB of stack",
           run->fibers.stack_size / 1024);
  wb_launch_report_add(&run->report, &hit, &finding);
}

static void on_fault(int number, siginfo_t *info, void *data) {
  struct wbrt_run *run = running;
  const struct wb_item_id me = wb_item_ids_running(run);
  char name[32], item[WB_ID_TEXT_MAX];
  (void)data;
  if (wb_fibers_is_guard(&run->fibers, (uintptr_t)info->si_addr)) {
    tell_overflow(run);
    wb_memory_copy_back(run);
    wb_run_total(run);
    run->shared->finished = 1;
    _exit(0);
  }
  wb_run_total(run);
  run->shared->kind = WB_OUTCOME_CRASHED;
  snprintf(run->shared->detail, sizeof run->shared->detail,
           "the kernel crashed with %s in work-item %s",
           wb_run_signal_name(number, name, sizeof name), wb_id_text(me.item, me.dimensions, item));
  /* Back to the instruction, which now ends the process. */
  signal(number, SIG_DFL);
}

void wb_run_signals_use(struct wbrt_run *run) { running = run; }

enum wb_status wb_run_signals_init(struct wbrt_run *run, struct wb_error *err) {
  static unsigned char handler_stack[HANDLER_STACK_BYTES];
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
  const stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  struct sigaction fault = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  wb_run_signals_use(run);
  int failed = sigaltstack(&stack, NULL);
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
    failed |= sigaction(faults[i], &fault, NULL);
  if (failed != 0) return wb_fail_errno(err, "cannot handle signals");
  return WB_OK;
}
