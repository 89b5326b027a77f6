#include "session/exit_code.h"

static const int exit_codes[WB_STATUS_COUNT] = {
    [WB_OK] = WB_EXIT_OK,
    [WB_ERR_NOMEM] = WB_EXIT_JUDGE,
    [WB_ERR_IO] = WB_EXIT_MISSING,
    [WB_ERR_NOT_FOUND] = WB_EXIT_USAGE,
    [WB_ERR_USAGE] = WB_EXIT_USAGE,
    [WB_ERR_SPEC] = WB_EXIT_COURSE,
    [WB_ERR_MISSING] = WB_EXIT_MISSING,
    [WB_ERR_COMPILE] = WB_EXIT_NOT_ACCEPTED,
    [WB_ERR_LIMIT] = WB_EXIT_JUDGE,
    [WB_ERR_CRASH] = WB_EXIT_JUDGE,
    [WB_ERR_PROTOCOL] = WB_EXIT_JUDGE,
    [WB_ERR_REFUSED] = WB_EXIT_NOT_ACCEPTED,
    [WB_ERR_CANCELLED] = WB_EXIT_INTERRUPTED,
};

int wb_exit_of_status(enum wb_status status) {
  return (unsigned)status < WB_STATUS_COUNT ? exit_codes[status] : WB_EXIT_JUDGE;
}

int wb_exit_of_result(const struct wb_result *result) {
  if (result->verdict == WB_VERDICT_ACCEPTED) return WB_EXIT_OK;
  if (result->verdict != WB_VERDICT_JUDGE_ERROR) return WB_EXIT_NOT_ACCEPTED;
  return result->cause == WB_OK ? WB_EXIT_JUDGE : wb_exit_of_status(result->cause);
}
