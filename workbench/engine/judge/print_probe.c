#include "judge/print_probe.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "result/result.h"

enum { PROBE_TIME_MS = 30000 /* a machine may be busy */, PROBE_OUTPUT_BYTES = 4096 };
static const uint64_t PROBE_MEMORY_BYTES = UINT64_C(256) << 20;

static const char source[] =
    "__kernel void workbench_prints() {\n"
    "  printf(\"item %d of %d\\n\", (int)get_global_id(0), (int)get_global_size(0));\n"
    "}\n";

static bool says_both(const struct wb_outcome *outcome) {
  static const char *const texts[] = {"item 0 of 2\nitem 1 of 2\n", "item 1 of 2\nitem 0 of 2\n"};
  bool both = false;
  for (int i = 0; i < 2; i++)
    both |= outcome->text_length == strlen(texts[i]) &&
            memcmp(outcome->text, texts[i], outcome->text_length) == 0;
  return both && outcome->kind == WB_OUTCOME_DONE && outcome->text_total == outcome->text_length;
}

static enum wb_status launch(struct wb_device *device, wb_handle program,
                             struct wb_outcome *outcome, struct wb_error *err) {
  const struct wb_launch launch = {.program = program,
                                   .kernel = "workbench_prints",
                                   .dimensions = 1,
                                   .global = {2, 1, 1},
                                   .local = {1, 1, 1},
                                   .limits = {.time_ms = PROBE_TIME_MS,
                                              .memory_bytes = PROBE_MEMORY_BYTES,
                                              .output_bytes = PROBE_OUTPUT_BYTES}};
  enum wb_status status = wb_device_launch(device, &launch, outcome, err);
  if (status == WB_OK) status = wb_device_finish(device, err);
  return status;
}

enum wb_status wb_print_probe(struct wb_device *device, const struct wb_device_info *info,
                              struct wb_error *err) {
  const struct wb_build_request request = {.source = source,
                                           .length = sizeof source - 1,
                                           .file_name = "probe.cl",
                                           .options = "",
                                           .time_limit_ms = PROBE_TIME_MS};
  struct wb_build_result built;
  struct wb_outcome *outcome = wb_alloc(sizeof *outcome);
  wb_build_result_init(&built);
  wb_outcome_init(outcome);
  enum wb_status status = wb_device_build(device, &request, &built, err);
  const bool compiled = status == WB_OK;
  if (compiled) status = launch(device, built.program, outcome, err);
  const bool tells = status == WB_OK && says_both(outcome);
  if (status == WB_OK) status = wb_program_release(device, built.program, err);
  if (status == WB_ERR_COMPILE || (status == WB_OK && !tells))
    status = wb_fail(err, WB_ERR_MISSING,
                     "the puzzle needs the lines that kernels print, which %s " WB_LACKS_FEATURE,
                     info->name);
  wb_outcome_release(outcome);
  wb_build_result_release(&built);
  free(outcome);
  return status;
}
