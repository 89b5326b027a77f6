#include "sandbox/limits.h"

#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>

/* AddressSanitizer's shadow alone is larger than any limit of ours. */
#if defined(__SANITIZE_ADDRESS__)
enum { LIMITS_ADDRESS_SPACE = 0 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { LIMITS_ADDRESS_SPACE = 0 };
#else
enum { LIMITS_ADDRESS_SPACE = 1 };
#endif
#else
enum { LIMITS_ADDRESS_SPACE = 1 };
#endif

static int set_limit(int resource, uint64_t soft, uint64_t hard) {
  struct rlimit wanted = {.rlim_cur = soft, .rlim_max = hard};
  struct rlimit now;
  if (getrlimit((__rlimit_resource_t)resource, &now) != 0) return -1;
  /* A tighter limit that is already there stays. */
  if (wanted.rlim_max > now.rlim_max) wanted.rlim_max = now.rlim_max;
  if (wanted.rlim_cur > wanted.rlim_max) wanted.rlim_cur = wanted.rlim_max;
  return setrlimit((__rlimit_resource_t)resource, &wanted);
}

int wb_sandbox_enter(void *data) {
  const struct wb_sandbox *sandbox = data;
  int failed = 0;
  /* SIGXCPU comes a second before SIGKILL: it tells this end from one by lack of memory. */
  if (sandbox->cpu_seconds > 0)
    failed |= set_limit(RLIMIT_CPU, sandbox->cpu_seconds, sandbox->cpu_seconds + 1);
  if (sandbox->address_space > 0 && LIMITS_ADDRESS_SPACE)
    failed |= set_limit(RLIMIT_AS, sandbox->address_space, sandbox->address_space);
  failed |= set_limit(RLIMIT_FSIZE, sandbox->file_bytes, sandbox->file_bytes);
  if (sandbox->max_files > 0)
    failed |= set_limit(RLIMIT_NOFILE, sandbox->max_files, sandbox->max_files);
  if (sandbox->no_core) failed |= set_limit(RLIMIT_CORE, 0, 0);
  failed |= prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return failed == 0 ? 0 : -1;
}

/* Of the sum, rounded up: to drop the parts of a second of both would take up to two seconds away
 * from what is allowed. */
static rlim_t seconds_used(const struct rusage *used) {
  const rlim_t us = (rlim_t)used->ru_utime.tv_usec + (rlim_t)used->ru_stime.tv_usec;
  return (rlim_t)used->ru_utime.tv_sec + (rlim_t)used->ru_stime.tv_sec + (us + 999999) / 1000000;
}

void wb_sandbox_allow_time(uint64_t cpu_seconds) {
  struct rusage used;
  struct rlimit limit;
  getrusage(RUSAGE_SELF, &used);
  getrlimit(RLIMIT_CPU, &limit);
  limit.rlim_cur = seconds_used(&used) + cpu_seconds;
  /* At the hard limit there is no SIGXCPU any more, which says why. */
  if (limit.rlim_cur >= limit.rlim_max && limit.rlim_max > 0) limit.rlim_cur = limit.rlim_max - 1;
  setrlimit(RLIMIT_CPU, &limit);
}
