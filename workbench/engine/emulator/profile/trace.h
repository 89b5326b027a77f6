/* The trace of a launch: from sites and objects to finding/trace.h's records. */
#ifndef WB_EMULATOR_PROFILE_TRACE_H
#define WB_EMULATOR_PROFILE_TRACE_H

#include "emulator/run/run.h"
#include "finding/trace.h"

/* The place that an access at a site had last; another object, size or kind of value at the
 * same site is another place. */
struct wb_profile_place {
  bool known;
  uint32_t object, size, place, site, flags;
};

struct wb_profile_trace {
  bool wanted;
  struct wb_trace_writer writer;
  uint64_t item;                   /* whose records are being written; NO_ITEM */
  struct wb_profile_place *recent; /* by site */
  struct wb_profile_place *all;
  size_t n_all, all_capacity;
  uint32_t arrays[WBRT_MAX_OBJECTS]; /* number + 1 of each object that was told */
};

/* Does nothing more where the launch wants no trace, nor do the others. */
void wb_profile_trace_init(struct wb_profile_trace *trace, struct wbrt_run *run);
void wb_profile_trace_access(struct wb_profile_trace *trace, struct wbrt_run *run,
                             const struct wbrt_object *object, uint64_t address, uint32_t size,
                             uint32_t flags, uint32_t site);
void wb_profile_trace_refused(struct wb_profile_trace *trace, struct wbrt_run *run,
                              const struct wbrt_object *object, uint64_t address, uint32_t size,
                              uint32_t flags, uint32_t site);
void wb_profile_trace_branch(struct wb_profile_trace *trace, struct wbrt_run *run, uint64_t way,
                             uint32_t site);
void wb_profile_trace_collective(struct wb_profile_trace *trace, struct wbrt_run *run,
                                 bool of_group, uint32_t site);
void wb_profile_trace_group(struct wb_profile_trace *trace, struct wbrt_run *run);
void wb_profile_trace_wait(struct wb_profile_trace *trace, struct wbrt_run *run, uint32_t site);
void wb_profile_trace_pass(struct wb_profile_trace *trace);
void wb_profile_trace_end_item(struct wb_profile_trace *trace, struct wbrt_run *run);
void wb_profile_trace_end_group(struct wb_profile_trace *trace);
void wb_profile_trace_end(struct wb_profile_trace *trace, const struct wbrt_run *run);

#endif
