/* Findings of a running launch: found a thousand times, reported once. */
#ifndef WB_EMULATOR_RUN_REPORT_H
#define WB_EMULATOR_RUN_REPORT_H

#include "emulator/image.h"
#include "emulator/run/shared.h"

enum { WB_NO_SITE = -1 };

/* What tells two hits apart before any text is made: cheap to compare. */
struct wb_hit {
  enum wb_finding_kind kind;
  enum wb_severity severity;
  int64_t site, other_site; /* WB_NO_SITE where there is none */
  struct wb_item_id who;
  bool has_who;
};

enum { WB_REPORT_KEYS = 4096, WB_REPORT_DROPPED = 1024 };

struct wb_launch_report {
  struct wb_shared *shared;
  const struct wb_kernel_image *image;
  size_t n_keys, n_dropped;
  uint64_t keys[WB_REPORT_KEYS];       /* open addressing; 0: free */
  uint16_t found[WB_REPORT_KEYS];      /* index of its finding, or WB_REPORT_GONE */
  uint64_t dropped[WB_REPORT_DROPPED]; /* hashes of findings that found no room */
  /* For each finding that is kept in full, a bit for every work-item: whether it has been
   * counted. NULL: too many work-items for that. */
  unsigned char *seen;
  size_t seen_bytes; /* of one finding */
  uint64_t size[3], offset[3];
};

void wb_launch_report_init(struct wb_launch_report *report, struct wb_shared *shared,
                           const struct wb_kernel_image *image);

/* As new, where a launch has left findings or none; what `seen` was is not given back. */
void wb_launch_report_renew(struct wb_launch_report *report);

/* Lets findings of the run count work-items, and not only how often something happened. Maps
 * memory, of which little is ever touched: to be called before limits are set. */
struct wbrt_run;
void wb_launch_report_count_items(struct wbrt_run *run);

/* True when the hit is one of a finding that is known: it is counted, and
 * nothing is left to do. */
bool wb_launch_report_again(struct wb_launch_report *report, const struct wb_hit *hit);

/* A finding for the hit with place, kernel and work-item filled in. */
void wb_launch_report_begin(const struct wb_launch_report *report, const struct wb_hit *hit,
                            struct wb_finding *finding);

/* Adds the finding, or counts it where there is one of the same kind, place and array already,
 * and for races of the same pair of lines. An error takes the place of a warning of the same
 * sort. */
void wb_launch_report_add(struct wb_launch_report *report, const struct wb_hit *hit,
                          const struct wb_finding *finding);

/* The site, or an empty one. */
const struct wbrt_site *wb_launch_report_site(const struct wb_launch_report *report, int64_t site);

#endif
