#include "sandbox/seccomp.h"

#include <errno.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CODE_MAX = 1024 };

/* The constant's own place in a filter: what is compared, or what is returned. */
static bool is_comparison(const struct sock_filter *instruction) {
  return instruction->code == (BPF_JMP | BPF_JEQ | BPF_K);
}
static bool is_return(const struct sock_filter *instruction) {
  return instruction->code == (BPF_RET | BPF_K);
}

int wb_seccomp_raise(enum wb_role role, bool told) {
  const struct wb_filter *filter = &wb_filters[role];
  struct sock_filter code[CODE_MAX];
  const uint32_t own_pid = (uint32_t)syscall(SYS_getpid);
  bool tells = false;
  if (filter->length > CODE_MAX) {
    errno = E2BIG;
    return -1;
  }
  /* Filters are made when the program is built; what only this process knows is filled in here. */
  for (size_t i = 0; i < filter->length; i++) {
    code[i] = filter->code[i];
    if (is_comparison(&code[i]) && code[i].k == WB_OWN_PID) code[i].k = own_pid;
    if (!is_return(&code[i]) || code[i].k != SECCOMP_RET_USER_NOTIF) continue;
    tells |= told;
    if (!told) code[i].k = SECCOMP_RET_KILL_PROCESS;
  }
  const struct sock_fprog program = {(unsigned short)filter->length, code};
  const long got = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                           tells ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0, &program);
  return got < 0 ? -1 : tells ? (int)got : WB_NOBODY_TOLD;
}

/* So called, it only asks; and no kernel answers with an error that each role's filter has for
 * itself. */
int wb_seccomp_canary(enum wb_role role) {
  const long got = syscall(SYS_personality, 0xffffffffUL);
  return got == -1 && errno == WB_CANARY_ERROR + (int)role ? 0 : -1;
}

const char *wb_seccomp_call_name(int number, char name[WB_CALL_NAME_MAX]) {
  const bool known =
      number >= 0 && (size_t)number < wb_n_call_names && wb_call_names[number] != NULL;
  if (known)
    snprintf(name, WB_CALL_NAME_MAX, "%s", wb_call_names[number]);
  else
    snprintf(name, WB_CALL_NAME_MAX, "system call %d", number);
  return name;
}
