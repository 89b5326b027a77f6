/* The trace of a case that was judged: after the verdict it is launched once
 * more, built to be traced, so that recording can change no verdict. */
#ifndef WB_JUDGE_RECORDING_H
#define WB_JUDGE_RECORDING_H

#include "judge/builder.h"
#include "judge/case_run.h"

/* The case to record: the first visible one that is not accepted, else the
 * first visible one. Zeroed at first. */
struct wb_recording {
  struct wb_case *made; /* NULL: none yet */
  size_t index;         /* of its result */
};

/* Whether the case of the run's last result is to be recorded rather than the
 * one before: the caller then keeps `made` and frees that. */
bool wb_recording_takes(const struct wb_recording *recording, const struct wb_result *result,
                        bool hidden_too);

/* Fills the result's trace, or its note. `builder` has built the kernel that
 * `how` ran. `launch`: which of the case, from 1; 0: the one of its first finding, else the first.
 * A device that fails here costs no verdict, a launch that there is not does. */
void wb_recording_run(const struct wb_recording *recording, struct wb_builder *builder,
                      const struct wb_case_job *how, uint32_t launch, struct wb_result *result);

/* Which launch of a judged case is to be recorded where nobody says it: that of its first finding,
 * else the first. From 1. */
uint32_t wb_recording_launch(const struct wb_case_result *judged);

/* Whether a case of so many launches has the one that was asked for (0: nobody asked); the result
 * says so where it has not. */
bool wb_recording_has_launch(const char *name, size_t launches, uint32_t asked,
                             struct wb_result *result);

/* How long it may take what was judged so, and might take `limit_ms`: what does not end fills a
 * trace soon. */
uint32_t wb_recording_time_limit(const struct wb_case_result *judged, uint32_t limit_ms);

/* Says why there is no trace, unless that is said already. */
void wb_recording_note(struct wb_result *result, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
