/* What the program exits with, whichever face it has. docs/cli.md explains it to people. */
#ifndef WB_SESSION_EXIT_CODE_H
#define WB_SESSION_EXIT_CODE_H

#include "result/result.h"

enum wb_exit_code {
  WB_EXIT_OK = 0,
  WB_EXIT_NOT_ACCEPTED = 1,
  WB_EXIT_USAGE = 2,
  WB_EXIT_COURSE = 3,  /* a course or a puzzle spec has a mistake */
  WB_EXIT_MISSING = 4, /* a device, program, folder … is missing on this machine */
  WB_EXIT_JUDGE = 5,
  WB_EXIT_INTERRUPTED = 130
};
int wb_exit_of_status(enum wb_status status);
int wb_exit_of_result(const struct wb_result *result);

#endif
