/* What a launch would cost a GPU: coalescing, bank conflicts, divergence; and
 * traces. Only for programs built with `profile`; docs/counters.md has the
 * rules in words.
 *
 * Work-items run one after another here, so each one's accesses and branches
 * go into a log of its own. Whenever the group has come to its next barrier or
 * to its end, the logs of a sub-group's work-items are laid side by side: what
 * they have of one site in the same turn of the loops around it is one
 * instruction, whose cost model.c says. Nothing of it depends on the order in which
 * work-items ran. A log has room for a fixed number of records between two barriers; what is beyond
 * is counted in `unmodelled`. */
#ifndef WB_EMULATOR_PROFILE_PROFILE_H
#define WB_EMULATOR_PROFILE_PROFILE_H

#include "emulator/profile/arrays.h"
#include "emulator/profile/gpu.h"
#include "emulator/profile/pieces.h"
#include "emulator/profile/trace.h"
#include "emulator/run/run.h"

enum { WB_PROFILE_PIECE = 16 }; /* bytes that one instruction can move */

struct wb_profile_record {
  uint64_t address; /* or the way that a branch goes */
  uint64_t turn;    /* of the loops around the site */
  uint32_t site;
  uint8_t size;  /* 0: a branch */
  uint8_t flags; /* WBRT_READ, _WRITE, _ATOMIC */
  uint16_t lane; /* place in the sub-group; set where lanes are laid side by side */
};

/* What a site costs, over the whole launch. */
struct wb_profile_cost {
  uint64_t executions, cost, ideal;
  uint8_t memory, access; /* of the first execution */
};

struct wb_profile {
  struct wb_counters *counters;
  const struct wbrt_context *context;
  bool models; /* false: what follows is zeroed, up to `arrays` (struct wb_launch.arrays_alone) */
  const struct wb_gpu *gpu;
  uint32_t width;                /* of a sub-group */
  uint64_t capacity;             /* records of one log */
  struct wb_profile_record *log; /* a work-item's are side by side */
  uint32_t *lengths;             /* of each work-item's log */
  /* Scratch of one sub-group: chains of a lane's records with the same site. */
  uint32_t *next, *first;
  uint32_t *touched; /* sites */
  uint64_t *seen;    /* by site: when it was last touched, in `rows` */
  uint64_t rows;     /* sub-groups laid side by side so far */
  struct wb_profile_cost *costs;
  struct wb_pieces pieces[WBRT_MAX_OBJECTS]; /* that the running group has touched */
  uint32_t n_pieces;                         /* none comes after so many */
  uint32_t n_sites;
  struct wb_profile_arrays arrays;
  struct wb_profile_trace trace;
};

/* Sets run->profile where the image wants it. */
enum wb_status wb_profile_init(struct wbrt_run *run, struct wb_error *err);

/* Called by the scheduler at these moments; do nothing without run->profile. */
void wb_profile_begin_group(struct wbrt_run *run);
void wb_profile_wait(struct wbrt_run *run, uint32_t site); /* the running work-item, at a barrier */
void wb_profile_pass_barrier(struct wbrt_run *run);
void wb_profile_end_item(struct wbrt_run *run);
void wb_profile_end_group(struct wbrt_run *run);
void wb_profile_end(struct wbrt_run *run);

/* A check refuses an access to an object, by its number: for traces. */
void wb_profile_refused(struct wbrt_run *run, uint32_t object, uint64_t address, uint32_t size,
                        uint32_t flags, uint32_t site);

/* `bytes` bytes from `address` on, which count as so many elements, are read or written piece by
 * piece. */
void wb_profile_bulk(struct wbrt_run *run, uint64_t address, uint64_t bytes, uint64_t elements,
                     uint32_t flags, uint32_t site);

/* A function of the sub-group or the group is called, of which the model knows
 * nothing. */
void wb_profile_collective(struct wbrt_run *run, bool of_group, uint32_t site);

/* model.c: one instruction of `n` work-items of a sub-group, all of
 * one site, by their lanes. May change the order of the records. */
void wb_profile_count(struct wb_profile *profile, struct wb_profile_record *records, size_t n);

/* lines.c: the costliest lines of the launch, into `shared`. */
void wb_profile_take_lines(const struct wb_profile *profile, const struct wb_kernel_image *image,
                           struct wb_shared *shared);

#endif
