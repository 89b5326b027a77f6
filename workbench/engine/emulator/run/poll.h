/* Work-items that wait for others in loops.
 *
 * OpenCL promises a work-item no progress while another one of its group runs on
 * without a barrier, and a group none while another runs at all. So a loop that ends
 * only by what somebody else does is a deadlock, whether or not that happened in the order in which
 * work-items happened to run. Two ways lead to the finding:
 *
 * A work-item that does wait finds the same again and again. After some visits a trial
 * (trial.h) says whether that would ever end; if not, the work-item is given up, and the rest
 * of the launch runs without it: that shows who would have ended its waiting. The memory that
 * it waits for is held as by an asynchronous copy that reads it (async.h), so that wb_poll_ended
 * hears of a write to it.
 *
 * A work-item that does not wait, since the others were done before, might have come
 * earlier: what it reads has been changed by others with nothing to order that before
 * it (changes.h). For each value that was there before such a change a trial says
 * whether the loop would have ended with it, if nobody else had gone on. */
#ifndef WB_EMULATOR_RUN_POLL_H
#define WB_EMULATOR_RUN_POLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "finding/finding.h"

struct wbrt_run;

enum { WB_RECENT_POLLS = 16, WB_MAX_WAITS = 16, WB_POLL_BYTES = 16 };

/* Copies are numbered from 0 in histories, waits from here on. */
enum { WB_FIRST_WAIT = 1 << 20 };

/* What a place in the source saw, and how often it has since seen the same. */
struct wb_poll {
  uint32_t site, item, bytes;
  uint64_t address, visits;
  unsigned char value[WB_POLL_BYTES];
};

/* Work-items that wait at one place for one element. */
struct wb_wait {
  uint32_t site, object, bytes;
  uint64_t offset, count;
  int64_t value;
  uint32_t n_first;
  struct wb_item_id first[WB_FINDING_FIRST_ITEMS];
  bool told, has_writer;
  struct wb_item_id writer; /* who wrote it last, before */
  uint32_t writer_site;
};

struct wb_polls {
  struct wb_poll recent[WB_RECENT_POLLS]; /* by site */
  struct wb_wait waits[WB_MAX_WAITS];
  size_t n;
  uint32_t trials[WB_RECENT_POLLS]; /* of what might have been; by site */
};

/* The running work-item writes what wait `index` is for. */
void wb_poll_ended(struct wbrt_run *run, size_t index, uint32_t site);

/* The group is done, or the launch: nobody can end the waiting any more. */
void wb_polls_end_group(struct wbrt_run *run);
void wb_polls_end(struct wbrt_run *run);

#endif
