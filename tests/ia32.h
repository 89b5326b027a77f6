/* Whether this machine takes the system calls of 32-bit programs: some kernels and hypervisors do
 * not, and end who tries one by SIGSEGV. What refuses such calls can only be tried where they are
 * possible. */
#ifndef TESTS_IA32_H
#define TESTS_IA32_H

#include <signal.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__x86_64__)
/* One system call of a 32-bit program without arguments: its result. */
static inline long ia32_call(long number) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number) : "memory", "r8", "r9", "r10", "r11");
  return result;
}

static inline bool machine_takes_ia32_calls(void) {
  enum { IA32_GETPID = 20 };
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL); /* a sanitizer would write a report about it */
    _exit(ia32_call(IA32_GETPID) == getpid() ? 0 : 1);
  }
  return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
         WEXITSTATUS(status) == 0;
}
#else
static inline bool machine_takes_ia32_calls(void) { return false; }
#endif

#endif
