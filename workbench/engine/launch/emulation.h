/* What a launch of any kernel, outside any puzzle, found out (emulate.h). */
#ifndef WB_LAUNCH_EMULATION_H
#define WB_LAUNCH_EMULATION_H

#include "result/result.h"
#include "tensor/tensor.h"

/* A buffer as the kernel left it. */
struct wb_dump {
  size_t number; /* of the argument, from 1 */
  char *name;    /* the parameter's */
  bool bytes;    /* shown as bytes, whatever its type */
  struct wb_tensor content;
  bool knows_written;       /* the device knows which bytes somebody wrote */
  uint64_t unwritten_bytes; /* of them: never written */
  bool *undefined;          /* elements that were made of what was never set; NULL: none */
};

struct wb_emulation {
  /* File, device, verdict (ACCEPTED: no errors), detail, compilation, time, and at
   * most one case: findings, counters, printed text. */
  struct wb_result result;
  char *kernel; /* NULL as long as none was chosen */
  unsigned dimensions;
  size_t global[3], local[3], offset[3];
  bool local_chosen; /* nobody asked for this local size */
  bool checks;       /* the device reports findings */
  bool asked_orders; /* whether others than one order matter was asked … */
  bool order_proven; /* … and proven that they do not */
  unsigned n_orders; /* in which the kernel ran */
  uint32_t subgroup; /* work-items of a sub-group */
  struct wb_dump *dumps;
  size_t n_dumps;
  struct wb_line_cost *lines; /* what lines cost a GPU, with --stats */
  size_t n_lines;
  char *trace_file;                      /* where the trace was written, or NULL */
  uint64_t trace_records, trace_dropped; /* that are in it, and that found no room */
};
void wb_emulation_release(struct wb_emulation *emulation); /* zeroed is fine */

#endif
