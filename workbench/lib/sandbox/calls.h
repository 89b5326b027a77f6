/* The system calls of each role: what its filter lets through.
 *
 * The filters are made from this table when the workbench is built (programs/filters.c), so
 * that a process only loads them. */
#ifndef WB_SANDBOX_CALLS_H
#define WB_SANDBOX_CALLS_H

#include <linux/filter.h>
#include <stddef.h>
#include <stdint.h>

#include "sandbox/sandbox.h"

/* Stands for the process's own id in a condition; no process can have it. */
enum { WB_OWN_PID = 0x5e1f1d };

/* A call under a condition: one of its arguments, at most, has in the bits of `mask`
 * the `value`. (Older libseccomps merge two comparisons of one argument wrongly.) */
struct wb_call {
  const char *name;
  int argument; /* 0 to 5; WB_ANY: no condition */
  uint64_t mask, value;
  int error; /* not 0: is not made, and fails with it */
};
enum { WB_ANY = -1 };
#define WB_ALL_BITS UINT64_MAX

/* What becomes of all other calls. */
enum wb_refusal {
  WB_REFUSE_AND_TELL, /* the supervisor is told */
  WB_REFUSE_QUIETLY   /* ENOSYS; leaves the word to the filters of descendants */
};

enum { WB_CALL_GROUPS_MAX = 16 };
struct wb_role_calls {
  enum wb_refusal refusal;
  const struct wb_call *groups[WB_CALL_GROUPS_MAX]; /* each ends with a NULL name */
};
extern const struct wb_role_calls wb_role_calls[WB_ROLE_COUNT];

/* The call that only a filter answers with this error: how a process sees that its own
 * filter stands. */
enum { WB_CANARY_ERROR = 1000 /* + role */ };

/* A filter, as the kernel takes it. In it WB_OWN_PID is still to be replaced. */
struct wb_filter {
  const struct sock_filter *code;
  size_t length;
};
extern const struct wb_filter wb_filters[WB_ROLE_COUNT]; /* generated */
extern const char *const wb_call_names[];                /* by number; generated */
extern const size_t wb_n_call_names;

#endif
