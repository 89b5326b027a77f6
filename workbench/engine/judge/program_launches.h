/* Whether a program launched what its puzzle asks for. */
#ifndef WB_JUDGE_PROGRAM_LAUNCHES_H
#define WB_JUDGE_PROGRAM_LAUNCHES_H

#include "result/host_exchange.h"
#include "result/result.h"
#include "result/timeline.h"
#include "script/puzzle.h"

/* What the puzzle has for programs. */
struct wb_program_files {
  const struct wb_host_file *items;
  uint32_t count;
};

/* The kernels of puzzle->launches, in that order. Where one of the puzzle's files has a kernel of
 * that name it must be that one: neither one of the program's own with the same name, nor that text
 * with other macros than puzzle->defines. Else the verdict of the case is WB_VERDICT_WRONG_ANSWER.
 */
void wb_program_check_launches(const struct wb_puzzle *puzzle, struct wb_program_files files,
                               const struct wb_timeline *timeline, struct wb_case_result *result);

/* A kernel, as launches have it. */
struct wb_launched_kernel {
  char *name, *file, *options;
};
void wb_launched_kernels_release(struct wb_launched_kernel *kernels, size_t count);

/* Those that were launched for puzzle->launches, one each, where all of them were. NULL where
 * nothing else was launched. Owned by the caller. */
struct wb_launched_kernel *wb_launched_kernels_asked(const struct wb_puzzle *puzzle,
                                                     struct wb_program_files files,
                                                     const struct wb_timeline *timeline);

#endif
