#include <stdlib.h>

#include "result/judge_protocol.h"

unsigned wb_judge_cpu_seconds(void) {
  const char *wanted = getenv("WORKBENCH_SPEC_SECONDS");
  long seconds = wanted != NULL ? strtol(wanted, NULL, 10) : 0;
  return seconds >= 1 && seconds <= 3600 ? (unsigned)seconds : WB_JUDGE_CPU_SECONDS;
}

unsigned wb_describe_cpu_seconds(void) {
  unsigned seconds = wb_judge_cpu_seconds();
  return seconds < WB_DESCRIBE_CPU_SECONDS ? seconds : WB_DESCRIBE_CPU_SECONDS;
}
