/* Hand-made results, as a judge would send them. */
#ifndef WB_TESTS_REPORT_FIXTURE_H
#define WB_TESTS_REPORT_FIXTURE_H

#include <string.h>

#include "report/report.h"

static const char fixture_source[] =
    "__kernel void add(__global float *out, __global const float *a) {\n"
    "  __local float tile[8];\n"
    "\tuint i = get_global_id(0);\n"
    "  tile[i] = a[i];\n"
    "  out[i] = tile[i + 1] + 10.0f;\n"
    "}\n";

static char *fixture_expected[] = {"10", "11", "12", "13"};
static char *fixture_got[] = {"10", "11", "3", "-1.5"};
static bool fixture_differs[] = {false, false, true, true};

/* Nothing here is on the heap: never release it. */
struct fixture {
  struct wb_result result;
  struct wb_case_result cases[3];
  struct wb_finding findings[2];
  struct wb_preview preview;
  struct wb_diagnostic diagnostic;
};

static inline void fixture_accepted(struct fixture *f) {
  static char *names[] = {"four elements", "eight elements", "secret"};
  memset(f, 0, sizeof *f);
  for (int i = 0; i < 3; i++) {
    f->cases[i].name = names[i];
    f->cases[i].visible = i < 2;
    f->cases[i].verdict = WB_VERDICT_ACCEPTED;
    f->cases[i].detail = "";
    f->cases[i].text = "";
    f->cases[i].time_ns = 1500;
    f->cases[i].counters = (struct wb_counters){.global_reads = 4,
                                                .global_writes = 4,
                                                .max_global_reads = 1,
                                                .max_global_writes = 1,
                                                .items = 4};
  }
  f->result = (struct wb_result){.puzzle = "01-map",
                                 .file = "/home/ada/work/01-map.cl",
                                 .device = "emulator",
                                 .checks = true,
                                 .verdict = WB_VERDICT_ACCEPTED,
                                 .score = 1,
                                 .detail = "",
                                 .cases = f->cases,
                                 .n_cases = 3,
                                 .compile_log = "",
                                 .elapsed_ms = 42.4};
}

static inline void fixture_wrong_answer(struct fixture *f) {
  fixture_accepted(f);
  f->preview = (struct wb_preview){.array = "out",
                                   .type = "float",
                                   .rank = 1,
                                   .shape = {4},
                                   .total = 4,
                                   .n = 4,
                                   .expected = fixture_expected,
                                   .got = fixture_got,
                                   .differs = fixture_differs};
  for (int i = 1; i < 3; i++) {
    f->cases[i].verdict = WB_VERDICT_WRONG_ANSWER;
    f->cases[i].mismatches = 2;
    f->cases[i].first_mismatch = (struct wb_mismatch){.present = true,
                                                      .array = "out",
                                                      .index = 2,
                                                      .position = "[2]",
                                                      .expected = "12",
                                                      .got = "3"};
    f->cases[i].previews = &f->preview;
    f->cases[i].n_previews = 1;
    f->cases[i].text = "item 0 says hi\n\033[31mred\n";
  }
  f->result.verdict = WB_VERDICT_WRONG_ANSWER;
  f->result.score = 1.0 / 3;
}

static inline void fixture_runtime_error(struct fixture *f) {
  fixture_accepted(f);
  f->findings[0] = (struct wb_finding){.kind = WB_OUT_OF_BOUNDS,
                                       .access = WB_ACCESS_READ,
                                       .memory = WB_MEMORY_GLOBAL,
                                       .has_item = true,
                                       .has_index = true,
                                       .line = 4,
                                       .column = 13,
                                       .index = 4,
                                       .count = 4,
                                       .n_first = 1,
                                       .first = {{{4, 0, 0}, {0, 0, 0}}},
                                       .kernel = "add",
                                       .array = "a",
                                       .message = "reads a[4], past its end (4 elements)"};
  f->findings[1] = (struct wb_finding){
      .kind = WB_DATA_RACE,
      .access = WB_ACCESS_WRITE,
      .memory = WB_MEMORY_LOCAL,
      .has_item = true,
      .has_index = true,
      .line = 4,
      .column = 11,
      .index = 1,
      .count = 3,
      .n_first = 1,
      .first = {{{1, 0, 0}, {0, 0, 0}}},
      .other = {.present = true,
                .line = 5,
                .column = 12,
                .access = WB_ACCESS_READ,
                .who = {{0, 0, 0}, {0, 0, 0}}},
      .kernel = "add",
      .array = "tile",
      .message = "writes tile[1], which another work-item reads, with no barrier between"};
  f->cases[0].verdict = WB_VERDICT_RUNTIME_ERROR;
  f->cases[0].findings = f->findings;
  f->cases[0].n_findings = 2;
  f->cases[0].findings_dropped = 3;
  f->result.verdict = WB_VERDICT_RUNTIME_ERROR;
}

static inline void fixture_compile_error(struct fixture *f) {
  fixture_accepted(f);
  f->diagnostic = (struct wb_diagnostic){.line = 3,
                                         .column = 11,
                                         .severity = WB_SEVERITY_ERROR,
                                         .message = "use of undeclared identifier 'get_globl_id'"};
  f->result.verdict = WB_VERDICT_COMPILE_ERROR;
  f->result.n_cases = 0;
  f->result.diagnostics = &f->diagnostic;
  f->result.n_diagnostics = 1;
  f->result.compile_log = "words";
}

#endif
