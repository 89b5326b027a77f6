#include "judge/blame.h"

#include "judge/case_run.h"

/* From which stage on a failure is the kernel's. Before, a driver that says such
 * a thing is one that cannot do what every kernel needs. */
enum { NEVER = WB_KERNEL_RAN + 1 };

static int first_stage(enum wb_status status, bool had_memory) {
  switch (status) {
    case WB_ERR_CRASH:
    case WB_ERR_PROTOCOL:
    case WB_ERR_LIMIT:
    case WB_ERR_REFUSED:
      return WB_KERNEL_COMPILED;
    case WB_ERR_IO:
      return WB_KERNEL_LAUNCHED;
    case WB_ERR_NOMEM:
      return had_memory ? WB_KERNEL_RAN : NEVER;
    case WB_OK:
    case WB_ERR_CANCELLED:
      return NEVER;
    default: /* handles that are gone, a device that is not there any more */
      return WB_KERNEL_RAN;
  }
}

static const char *stage_words(enum wb_kernel_stage stage, enum wb_status status) {
  if (stage == WB_KERNEL_COMPILED)
    return status == WB_ERR_LIMIT ? "the device stopped answering when it had read the kernel"
                                  : "the device's driver crashed on the kernel before it ran";
  if (status == WB_ERR_CRASH) return "the process that ran the kernel crashed";
  if (status == WB_ERR_LIMIT) return "the device stopped answering after it had run the kernel";
  return "the device failed after it had run the kernel";
}

bool wb_blame_is_kernels(const struct wb_blame *blame, enum wb_status status) {
  return !blame->checks && (int)blame->stage >= first_stage(status, blame->had_memory);
}

bool wb_blame_kernel(const struct wb_blame *blame, enum wb_status status,
                     const struct wb_error *why, struct wb_case_result *result) {
  if (!wb_blame_is_kernels(blame, status)) return false;
  if (status == WB_ERR_REFUSED)
    wb_case_verdict(result, WB_VERDICT_SECURITY_VIOLATION, "%s", why->message);
  else
    wb_case_verdict(result, WB_VERDICT_RUNTIME_ERROR, "%s (%s)", stage_words(blame->stage, status),
                    why->message);
  return true;
}
