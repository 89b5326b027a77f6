/* Cases that come from the specs of a course, kept from one job to the next. */
#ifndef WB_JUDGE_SPEC_SOURCE_H
#define WB_JUDGE_SPEC_SOURCE_H

#include "judge/arguments.h"
#include "judge/engine.h"
#include "result/judge_protocol.h"
#include "script/course_spec.h"

enum {
  WB_KEPT_CASES = 256,          /* at most, of one puzzle */
  WB_KEPT_CASE_BYTES = 64 << 20 /* of all their tensors; what is larger is made each time */
};

struct wb_kept_case {
  size_t index;
  bool has_seed;
  uint64_t seed;
  struct wb_case *made;
};

/* Zeroed, but for the course, there is no puzzle. */
struct wb_spec_source {
  const char *course;
  bool lasting; /* there may be further jobs: each has its own share of time, and each refer */
  bool limited; /* the process has its limits */
  char *slug;   /* of the job */
  bool has_seed, hidden_seed; /* the latter: for hidden cases alone */
  uint64_t seed;
  bool has_key; /* which wins over `seed` */
  struct wb_seed_key key;
  const char *extra_case;      /* the text of another case, wb_puzzle_read_case; NULL: none */
  struct wb_puzzle *puzzle;    /* the one loaded last; NULL: none */
  struct wb_course_spec about; /* of the course, as it was then */
  struct wb_kept_case kept[WB_KEPT_CASES];
  size_t n_kept, kept_bytes;
};

/* The next job is of this puzzle, case (0: all) and seed. A spec that is loaded stays for the same
 * puzzle, until one of its files, or of the course's own spec, is another. 0, or the exit code. */
int wb_spec_source_read(struct wb_spec_source *spec, const struct wb_judge_arguments *arguments,
                        size_t *only_case);

/* The seeds of the next job's hidden cases follow from the key, as far as their inputs may be
 * others; NULL: they are the spec's. */
void wb_spec_source_use_key(struct wb_spec_source *spec, const struct wb_seed_key *key);

/* What its cases are taken with. From `load` on this process runs somebody's script: the worker of
 * a device is to be started before, as it must not inherit the limits. */
struct wb_case_source wb_spec_source_cases(struct wb_spec_source *spec);

/* wb_case_refer of the puzzle that was loaded, with a struct wb_spec_source. */
enum wb_status wb_spec_source_refer(void *data, size_t index, bool second, struct wb_case *made,
                                    struct wb_error *err);

void wb_spec_source_release(struct wb_spec_source *spec);

#endif
