/* A kernel that says that a wall was raised and raises none. */
#ifndef WB_TESTS_HOLLOW_H
#define WB_TESTS_HOLLOW_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From here on this call does nothing and returns 0, in this process and what it starts. */
static inline bool hollow_call(long number) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO), /* with the error 0: a success */
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog program = {sizeof code / sizeof code[0], code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#ifndef SYS_landlock_restrict_self
#define SYS_landlock_restrict_self 446
#endif
static inline bool hollow_landlock(void) { return hollow_call(SYS_landlock_restrict_self); }
static inline bool hollow_seccomp(void) { return hollow_call(SYS_seccomp); }

#endif
