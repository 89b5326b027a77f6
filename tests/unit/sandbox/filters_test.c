/* The filters that the kernel gets do what the table says, for every call and every
 * argument that a condition looks at: the code is run here, instruction by instruction. */
#include "sandbox/calls.h"

#include <linux/audit.h>
#include <linux/seccomp.h>

#include "tap.h"

#if defined(__x86_64__)
enum { NATIVE = 0, X32_BIT = 0x40000000 };
static const uint32_t ARCHITECTURE = AUDIT_ARCH_X86_64, OTHER = AUDIT_ARCH_I386;
#else
enum { NATIVE = 0, X32_BIT = 0 };
static const uint32_t ARCHITECTURE = AUDIT_ARCH_AARCH64, OTHER = AUDIT_ARCH_ARM;
#endif

/* A machine for the few instructions that filters are made of. */
static uint32_t run_filter(enum wb_role role, const struct seccomp_data *data) {
  const struct wb_filter *filter = &wb_filters[role];
  uint32_t a = 0;
  for (size_t pc = 0; pc < filter->length; pc++) {
    const struct sock_filter *at = &filter->code[pc];
    switch (at->code) {
      case BPF_LD | BPF_W | BPF_ABS:
        memcpy(&a, (const char *)data + at->k, sizeof a);
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        a &= at->k;
        break;
      case BPF_JMP | BPF_JA:
        pc += at->k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        pc += a == at->k ? at->jt : at->jf;
        break;
      case BPF_JMP | BPF_JGT | BPF_K:
        pc += a > at->k ? at->jt : at->jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        pc += a >= at->k ? at->jt : at->jf;
        break;
      case BPF_RET | BPF_K:
        return at->k;
      default:
        CHECK_NEVER("an instruction that this machine does not know");
        return 0;
    }
  }
  CHECK_NEVER("a filter that runs over its end");
  return 0;
}

static uint32_t wanted(enum wb_role role, const char *name, const struct seccomp_data *data) {
  const struct wb_role_calls *calls = &wb_role_calls[role];
  for (size_t i = 0; i < WB_CALL_GROUPS_MAX && calls->groups[i] != NULL; i++)
    for (const struct wb_call *call = calls->groups[i]; call->name != NULL; call++) {
      if (strcmp(call->name, name) != 0) continue;
      if (call->argument != WB_ANY && (data->args[call->argument] & call->mask) != call->value)
        continue;
      return call->error != 0 ? SECCOMP_RET_ERRNO | (uint32_t)call->error : SECCOMP_RET_ALLOW;
    }
  return calls->refusal == WB_REFUSE_AND_TELL ? SECCOMP_RET_USER_NOTIF : SECCOMP_RET_TRACE;
}

/* Arguments around what the conditions of all roles compare. */
static size_t interesting(uint64_t values[], size_t max) {
  size_t n = 0;
  static const uint64_t ALWAYS_TRIED[] = {0, 1, 2, 3, 9, UINT64_MAX, 1ULL << 32, 0xffffffff};
  for (size_t i = 0; i < sizeof ALWAYS_TRIED / sizeof ALWAYS_TRIED[0]; i++)
    values[n++] = ALWAYS_TRIED[i];
  for (int role = 0; role < WB_ROLE_COUNT; role++)
    for (size_t i = 0; i < WB_CALL_GROUPS_MAX && wb_role_calls[role].groups[i] != NULL; i++)
      for (const struct wb_call *call = wb_role_calls[role].groups[i]; call->name != NULL; call++) {
        if (call->argument == WB_ANY || n + 6 > max) continue;
        values[n++] = call->value;
        values[n++] = call->value + 1;
        values[n++] = call->value | 1ULL << 40; /* what only the upper half tells */
        values[n++] = call->value | (call->mask & ~call->value & -(call->mask & ~call->value));
        values[n++] = ~call->mask;
        values[n++] = call->mask;
      }
  return n;
}

static void filters_are_the_table(void) {
  enum { MAX = 4096 };
  static uint64_t values[MAX];
  const size_t n = interesting(values, MAX);
  size_t differing = 0;
  for (int role = 0; role < WB_ROLE_COUNT; role++)
    for (size_t number = 0; number < wb_n_call_names; number++)
      for (size_t i = 0; wb_call_names[number] != NULL && i < n; i++)
        for (int argument = 0; argument < 3; argument++) {
          struct seccomp_data data = {.nr = (int)number, .arch = ARCHITECTURE};
          data.args[argument] = values[i];
          if (run_filter((enum wb_role)role, &data) ==
              wanted((enum wb_role)role, wb_call_names[number], &data))
            continue;
          if (differing++ < 5)
            printf("# %s: %s with argument %d = %#llx\n", wb_role_name((enum wb_role)role),
                   wb_call_names[number], argument, (unsigned long long)values[i]);
        }
  CHECK(n > 100 && n < MAX - 6);
  CHECK_INT(differing, 0);
}

static void calls_without_a_name_are_refused(void) {
  for (int role = 0; role < WB_ROLE_COUNT; role++)
    for (int number = (int)wb_n_call_names; number < 2000; number++) {
      const struct seccomp_data data = {.nr = number, .arch = ARCHITECTURE};
      CHECK(run_filter((enum wb_role)role, &data) == wanted((enum wb_role)role, "", &data));
    }
}

static void other_architectures_end_the_process(void) {
  for (int role = 0; role < WB_ROLE_COUNT; role++)
    for (int number = 0; number < 600; number++) {
      struct seccomp_data data = {.nr = number, .arch = OTHER};
      CHECK(run_filter((enum wb_role)role, &data) == SECCOMP_RET_KILL_PROCESS);
      data = (struct seccomp_data){.nr = number | X32_BIT, .arch = ARCHITECTURE};
      if (X32_BIT != 0) CHECK(run_filter((enum wb_role)role, &data) == SECCOMP_RET_KILL_PROCESS);
    }
}

/* What no role may do, and what none that runs somebody's code may. */
static void lists_leave_out_what_they_must(void) {
  static const char *const NOBODY[] = {"ptrace",
                                       "process_vm_readv",
                                       "process_vm_writev",
                                       "bpf",
                                       "userfaultfd",
                                       "keyctl",
                                       "add_key",
                                       "request_key",
                                       "perf_event_open",
                                       "io_uring_setup",
                                       "io_uring_enter",
                                       "io_uring_register",
                                       "mount",
                                       "unshare",
                                       "setns",
                                       "pivot_root",
                                       "chroot",
                                       "execveat",
                                       "kexec_load",
                                       "init_module",
                                       "socket",
                                       "connect",
                                       "bind",
                                       "listen",
                                       "accept",
                                       "accept4",
                                       "pidfd_getfd",
                                       "mknod",
                                       "mknodat",
                                       "setuid",
                                       "reboot",
                                       "swapon",
                                       "name_to_handle_at",
                                       "open_by_handle_at",
                                       "shmget",
                                       "shmat",
                                       "msgget",
                                       "semget",
                                       "mq_open",
                                       "openat2",
                                       "fanotify_init",
                                       "quotactl",
                                       "iopl",
                                       "ioperm",
                                       "modify_ldt"};
  static const char *const NO_LEARNER[] = {
      "execve", "fork",     "vfork",    "kill",       "tkill",   "setsid", "setpgid",
      "chmod",  "fchmod",   "fchmodat", "utimensat",  "unlink",  "rename", "mkdir",
      "chdir",  "truncate", "link",     "symlink",    "recvmsg", "sendto", "memfd_create",
      "dup",    "dup2",     "pipe2",    "pidfd_open", "seccomp", "prctl",  "setitimer"};
  const struct seccomp_data none = {0};
  for (size_t i = 0; i < sizeof NOBODY / sizeof NOBODY[0]; i++)
    for (int role = 0; role < WB_ROLE_COUNT; role++)
      CHECK(wanted((enum wb_role)role, NOBODY[i], &none) != SECCOMP_RET_ALLOW);
  for (size_t i = 0; i < sizeof NO_LEARNER / sizeof NO_LEARNER[0]; i++) {
    CHECK(wanted(WB_ROLE_CLANG, NO_LEARNER[i], &none) != SECCOMP_RET_ALLOW);
    CHECK(wanted(WB_ROLE_LAUNCH, NO_LEARNER[i], &none) != SECCOMP_RET_ALLOW);
  }
}

int main(void) {
  tap_run("each filter answers every call as its table says", filters_are_the_table);
  tap_run("calls that this build knows no name of are refused", calls_without_a_name_are_refused);
  tap_run("calls of another architecture end the process", other_architectures_end_the_process);
  tap_run("what no role may do is on no list", lists_leave_out_what_they_must);
  return tap_finish();
}
