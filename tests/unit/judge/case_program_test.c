#include "judge/case_program.h"

#include "tap.h"

/* Keeps what was asked for. */
static bool note_request(void *data, const struct wb_host_request *request, uint32_t patience_ms) {
  struct wb_host_request *noted = data;
  (void)patience_ms;
  *noted = (struct wb_host_request){.time_ms = request->time_ms,
                                    .withholds_kernels = request->withholds_kernels};
  return true;
}

/* Of a puzzle with this limit: the time that its program has when only its kernels are compiled. */
static uint32_t time_to_prepare(uint32_t limit_ms) {
  struct wb_host_request noted = {.time_ms = 0};
  const struct wb_program_source source = {.data = &noted, .prepare = note_request};
  const struct wb_puzzle puzzle = {.limits = {.time_ms = limit_ms}};
  const struct wb_case made = {.seed = 1};
  const struct wb_program_job job = {
      .puzzle = &puzzle, .programs = &source, .label = "a.lua", .device = "opencl", .text = ""};
  struct wb_program_preparation preparation = {.job = &job, .made = &made};
  wb_program_prepare_start(&preparation);
  wb_program_prepare_join(&preparation);
  CHECK(preparation.prepared);
  CHECK(noted.withholds_kernels);
  return noted.time_ms;
}

static void leaves_little_time_to_prepare(void) {
  CHECK_INT(time_to_prepare(60000), 6000);
  CHECK_INT(time_to_prepare(2000), 500);
  CHECK_INT(time_to_prepare(100), 100);
}

int main(void) {
  tap_run("an endless program does not use up its time twice, where a driver compiles ahead",
          leaves_little_time_to_prepare);
  return tap_finish();
}
