/* The command line of workbench-judge, and of orders: judge_protocol.h has its words. */
#ifndef WB_JUDGE_ARGUMENTS_H
#define WB_JUDGE_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WB_JUDGE_USAGE = 2 }; /* exit code */

/* As they were given; NULL where they were not. */
struct wb_judge_arguments {
  const char *course, *puzzle, *file, *device, *only_case, *seed, *hidden_seed, *first, *schedule,
      *profile, *trace, *compiler, *subgroup, *launch, *extra_case, *author, *every_case,
      *verdicts_only, *timed, *time_limit, *mutant, *mutants, *fingerprint, *step_limit,
      *trace_launch, *until_step, *strangers, *hidden_counters;
};

/* Options and their values in turn. 0, or the exit code after words on standard error. */
int wb_judge_arguments_parse(int count, char *const *items, struct wb_judge_arguments *arguments);

/* Says what is wrong and how it is right; the exit code. `value` may be NULL. */
int wb_judge_complain(const char *what, const char *value);

bool wb_judge_parse_number(const char *text, uint64_t *number); /* NULL is none */

/* An option that is switched on by "yes". */
bool wb_judge_says_yes(const char *value);

const char *wb_judge_device_of(const struct wb_judge_arguments *arguments);

/* The course's include folder; NULL: it has none. The caller frees. */
char *wb_judge_includes_of(const struct wb_judge_arguments *arguments);

#endif
